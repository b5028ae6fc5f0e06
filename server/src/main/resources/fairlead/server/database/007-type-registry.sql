CREATE TABLE type_registration (
  token {key} PRIMARY KEY,
  type_name {key} NOT NULL,
  source TEXT NOT NULL,
  execution_role TEXT,
  log_role TEXT,
  log_group TEXT,
  state TEXT NOT NULL,
  description TEXT NOT NULL,
  version INTEGER,
  requested_at BIGINT NOT NULL,
  client_token TEXT);

CREATE INDEX type_registration_by_version ON type_registration (type_name, version);

CREATE UNIQUE INDEX type_registration_by_client_token ON type_registration (client_token)
  WHERE client_token IS NOT NULL;

CREATE TABLE type_test (
  type_name {key} NOT NULL,
  version INTEGER NOT NULL,
  operation TEXT NOT NULL,
  state TEXT NOT NULL,
  description TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  ended_at BIGINT,
  PRIMARY KEY (type_name, version));

CREATE TABLE deregistered_version (
  type_name {key} NOT NULL,
  version INTEGER NOT NULL,
  schema {bytes} NOT NULL,
  registered_at BIGINT NOT NULL,
  deregistered_at BIGINT NOT NULL,
  PRIMARY KEY (type_name, version));

ALTER TABLE type_configuration ADD COLUMN alias TEXT NOT NULL DEFAULT 'default';

ALTER TABLE type_configuration ADD COLUMN set_at BIGINT NOT NULL DEFAULT 0;

CREATE TABLE stored_object (
  bucket {key} NOT NULL,
  name {key} NOT NULL,
  etag TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size BIGINT NOT NULL,
  stored_at BIGINT NOT NULL,
  content {bytes} NOT NULL,
  PRIMARY KEY (bucket, name));

CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  bucket TEXT NOT NULL,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  begun_at BIGINT NOT NULL);

CREATE TABLE upload_part (
  upload TEXT NOT NULL REFERENCES upload (id),
  number INTEGER NOT NULL,
  etag TEXT NOT NULL,
  size BIGINT NOT NULL,
  content {bytes} NOT NULL,
  PRIMARY KEY (upload, number));
