CREATE TABLE access_key_root (
  generation BIGINT PRIMARY KEY,
  created_at BIGINT NOT NULL,
  sealed {bytes} NOT NULL);

CREATE TABLE access_key (
  id {key} PRIMARY KEY,
  principal {key} NOT NULL,
  subscription {key} NOT NULL,
  generation BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  ends BIGINT NOT NULL,
  checksum BIGINT NOT NULL);

CREATE INDEX access_key_principal ON access_key (principal);

CREATE TABLE credential_use (
  id {key} PRIMARY KEY,
  used_at BIGINT NOT NULL);

CREATE TABLE used_assertion (
  id {key} PRIMARY KEY,
  ends BIGINT NOT NULL);

CREATE TABLE device_request (
  id {key} PRIMARY KEY,
  user_code {key} NOT NULL UNIQUE,
  approver {key},
  document {bytes} NOT NULL,
  polled_at BIGINT NOT NULL,
  ends BIGINT NOT NULL);

CREATE TABLE refresh_family (
  id {key} PRIMARY KEY,
  principal {key} NOT NULL,
  latest {key} NOT NULL,
  document {bytes} NOT NULL,
  ends BIGINT NOT NULL);

CREATE TABLE tenant_administrator (
  principal {key} PRIMARY KEY,
  created_at BIGINT NOT NULL);
