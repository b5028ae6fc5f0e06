CREATE TABLE policy_version (
  id INTEGER PRIMARY KEY,
  n BIGINT NOT NULL,
  swept BIGINT NOT NULL,
  sweeping BIGINT NOT NULL,
  after_key {key} NOT NULL,
  swept_at BIGINT NOT NULL);

INSERT INTO policy_version (id, n, swept, sweeping, after_key, swept_at) VALUES (1, 1, 1, 0, '', 0);

CREATE TABLE policy_object (
  id_key {key} PRIMARY KEY,
  kind TEXT NOT NULL,
  scope TEXT NOT NULL,
  name TEXT NOT NULL,
  document {bytes} NOT NULL,
  checksum BIGINT NOT NULL);

-- What each resource is like, as far as rules apply to it: a row that an earlier state of the rules has left says so.
CREATE TABLE policy_state (
  uid TEXT PRIMARY KEY,
  resource_key {key} NOT NULL,
  rules BIGINT NOT NULL,
  document {bytes} NOT NULL);

CREATE INDEX policy_state_by_resource ON policy_state (resource_key);

CREATE TABLE policy_event (
  seq {serial},
  at BIGINT NOT NULL,
  resource_key {key} NOT NULL,
  document {bytes} NOT NULL);

CREATE INDEX policy_event_by_resource ON policy_event (resource_key, at);
