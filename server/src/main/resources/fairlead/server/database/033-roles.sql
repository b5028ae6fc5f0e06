CREATE TABLE access_version (
  id INTEGER PRIMARY KEY,
  n BIGINT NOT NULL);

INSERT INTO access_version (id, n) VALUES (1, 1);

CREATE TABLE role_definition (
  id {key} PRIMARY KEY,
  name_key {key} NOT NULL UNIQUE,
  document {bytes} NOT NULL,
  checksum BIGINT NOT NULL);

CREATE TABLE role_assignment (
  id {key} PRIMARY KEY,
  scope_key {key} NOT NULL,
  principal {key} NOT NULL,
  role {key} NOT NULL,
  document {bytes} NOT NULL,
  checksum BIGINT NOT NULL,
  UNIQUE (scope_key, principal, role));

CREATE INDEX role_assignment_role ON role_assignment (role);

CREATE TABLE deny_assignment (
  id {key} PRIMARY KEY,
  scope_key {key} NOT NULL,
  document {bytes} NOT NULL,
  checksum BIGINT NOT NULL);

CREATE TABLE membership (
  group_id {key} NOT NULL,
  member {key} NOT NULL,
  PRIMARY KEY (group_id, member));
