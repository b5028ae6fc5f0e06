CREATE TABLE subscription (
  id TEXT PRIMARY KEY,
  display_name TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at BIGINT NOT NULL);

CREATE TABLE resource_group (
  subscription TEXT NOT NULL REFERENCES subscription (id),
  name_key {key} NOT NULL,
  name TEXT NOT NULL,
  location TEXT NOT NULL,
  tags {bytes} NOT NULL,
  version BIGINT NOT NULL,
  deletion TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (subscription, name_key));

CREATE TABLE scope_lock (
  subscription TEXT NOT NULL REFERENCES subscription (id),
  scope_key {key} NOT NULL,
  name_key {key} NOT NULL,
  scope TEXT NOT NULL,
  name TEXT NOT NULL,
  level TEXT NOT NULL,
  notes TEXT NOT NULL,
  PRIMARY KEY (subscription, scope_key, name_key));

CREATE TABLE type_generation (
  id INTEGER PRIMARY KEY,
  generation BIGINT NOT NULL);

INSERT INTO type_generation (id, generation) VALUES (1, 0);

CREATE TABLE resource_type (
  name {key} PRIMARY KEY,
  arm_type TEXT NOT NULL,
  arm_key {key} NOT NULL UNIQUE,
  default_version INTEGER NOT NULL,
  last_version INTEGER NOT NULL);

CREATE TABLE resource_type_version (
  type_name {key} NOT NULL REFERENCES resource_type (name),
  version INTEGER NOT NULL,
  api_version TEXT NOT NULL,
  digest TEXT NOT NULL,
  schema {bytes} NOT NULL,
  registration {bytes} NOT NULL,
  archive {bytes} NOT NULL,
  registered_at BIGINT NOT NULL,
  PRIMARY KEY (type_name, version),
  UNIQUE (type_name, api_version));

CREATE TABLE type_configuration (
  type_name {key} PRIMARY KEY,
  sealed {bytes} NOT NULL);

CREATE TABLE resource (
  uid TEXT PRIMARY KEY,
  arm_key {key} NOT NULL UNIQUE,
  arm_id TEXT NOT NULL,
  subscription TEXT NOT NULL,
  type_name {key} NOT NULL,
  type_version INTEGER NOT NULL,
  location TEXT NOT NULL,
  identifier TEXT,
  state TEXT NOT NULL,
  version BIGINT NOT NULL,
  operation TEXT,
  tags {bytes} NOT NULL,
  desired {bytes} NOT NULL,
  properties {bytes} NOT NULL,
  secrets {bytes},
  doubt TEXT,
  created_by TEXT NOT NULL,
  created_by_type TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  changed_by TEXT NOT NULL,
  changed_by_type TEXT NOT NULL,
  changed_at BIGINT NOT NULL);

CREATE INDEX resource_by_type ON resource (type_name, subscription, uid);

CREATE UNIQUE INDEX resource_by_identifier ON resource (subscription, location, type_name, identifier);

CREATE TABLE resource_tag (
  subscription TEXT NOT NULL,
  tag_key {key} NOT NULL,
  tag_value {key} NOT NULL,
  uid TEXT NOT NULL,
  PRIMARY KEY (subscription, tag_key, tag_value, uid));

CREATE TABLE operation (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subscription TEXT NOT NULL,
  location TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  type_name TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  ended_at BIGINT,
  deadline BIGINT NOT NULL,
  due_at BIGINT,
  owner TEXT,
  fence BIGINT NOT NULL,
  attempt INTEGER NOT NULL,
  cancel_requested INTEGER NOT NULL,
  percent DOUBLE PRECISION,
  message TEXT NOT NULL,
  error_code TEXT,
  error_message TEXT,
  error_details {bytes},
  input {bytes} NOT NULL,
  progress {bytes} NOT NULL,
  client_token TEXT,
  client_request_id TEXT,
  correlation_id TEXT NOT NULL,
  requested_by TEXT NOT NULL);

CREATE INDEX operation_due ON operation (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX operation_by_time ON operation (subscription, created_at, id);

CREATE UNIQUE INDEX operation_by_client_token ON operation (subscription, client_token) WHERE client_token IS NOT NULL;

CREATE TABLE node (
  id TEXT PRIMARY KEY,
  started_at BIGINT NOT NULL,
  alive_until BIGINT NOT NULL);

CREATE TABLE event (
  seq {serial},
  at BIGINT NOT NULL,
  kind TEXT NOT NULL,
  resource TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  version BIGINT NOT NULL,
  operation TEXT);

CREATE TABLE audit (
  seq {serial},
  at BIGINT NOT NULL,
  subscription TEXT NOT NULL,
  record {bytes} NOT NULL);

CREATE TABLE seal_key (
  id INTEGER PRIMARY KEY,
  keyset {bytes} NOT NULL);
