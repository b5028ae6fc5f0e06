-- Hooks: code that is asked before a change is made. A name stays with its owner, an account or the operator (empty).
CREATE TABLE hook_type (
  type_name {key} PRIMARY KEY,
  owner {key} NOT NULL,
  default_version INTEGER,
  last_version INTEGER NOT NULL,
  alias TEXT NOT NULL,
  configuration {bytes},
  configured_at BIGINT NOT NULL);

CREATE TABLE hook_version (
  type_name {key} NOT NULL,
  version INTEGER NOT NULL,
  digest TEXT NOT NULL,
  schema {bytes} NOT NULL,
  archive {bytes} NOT NULL,
  registered_at BIGINT NOT NULL,
  PRIMARY KEY (type_name, version));

CREATE TABLE hook_generation (
  id INTEGER PRIMARY KEY,
  n BIGINT NOT NULL);

INSERT INTO hook_generation (id, n) VALUES (1, 1);

-- What hooks have said of the changes of a request.
CREATE TABLE hook_result (
  id {key} PRIMARY KEY,
  request {key} NOT NULL,
  subscription {key} NOT NULL,
  type_name TEXT NOT NULL,
  version INTEGER NOT NULL,
  failure_mode TEXT NOT NULL,
  action TEXT NOT NULL,
  target_type TEXT NOT NULL,
  target TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  invoked_at BIGINT NOT NULL);

CREATE INDEX hook_result_by_request ON hook_result (request);

CREATE INDEX hook_result_by_time ON hook_result (invoked_at);

ALTER TABLE type_registration ADD COLUMN kind TEXT NOT NULL DEFAULT 'RESOURCE';
