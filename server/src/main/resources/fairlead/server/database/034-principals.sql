CREATE TABLE principal (
  id {key} PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  issuer {key} NOT NULL,
  subject {key} NOT NULL,
  disabled INTEGER NOT NULL,
  tokens_valid_from BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  checksum BIGINT NOT NULL,
  UNIQUE (issuer, subject));

CREATE TABLE credential (
  id {key} PRIMARY KEY,
  principal {key} NOT NULL,
  kind TEXT NOT NULL,
  document {bytes} NOT NULL,
  ends BIGINT NOT NULL,
  checksum BIGINT NOT NULL);

CREATE INDEX credential_principal ON credential (principal);

CREATE TABLE authority_key (
  id {key} PRIMARY KEY,
  created_at BIGINT NOT NULL,
  sealed {bytes} NOT NULL);
