CREATE TABLE simulated_thing (
  type_name {key} NOT NULL,
  scope {key} NOT NULL,
  id {key} NOT NULL,
  token TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  revision INTEGER NOT NULL,
  reads INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  model TEXT NOT NULL,
  previous TEXT,
  removed_by TEXT,
  PRIMARY KEY (type_name, scope, id));

CREATE UNIQUE INDEX simulated_thing_by_token ON simulated_thing (type_name, scope, token);

CREATE INDEX simulated_thing_removed ON simulated_thing (changed_at) WHERE removed_by IS NOT NULL;

CREATE TABLE simulated_name (
  type_name {key} NOT NULL,
  scope {key} NOT NULL,
  name {key} NOT NULL,
  id {key} NOT NULL,
  PRIMARY KEY (type_name, scope, name));

CREATE INDEX simulated_name_by_id ON simulated_name (type_name, scope, id);
