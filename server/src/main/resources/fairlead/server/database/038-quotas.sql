CREATE TABLE quota_version (
  id INTEGER PRIMARY KEY,
  n BIGINT NOT NULL);

INSERT INTO quota_version (id, n) VALUES (1, 1);

-- An empty type or location is any.
CREATE TABLE quota (
  id {key} PRIMARY KEY,
  subscription TEXT NOT NULL,
  type_name {key} NOT NULL,
  location TEXT NOT NULL,
  each_principal INTEGER NOT NULL,
  most BIGINT NOT NULL);

-- How much of a quota is used; by whom, of one that each principal has for itself.
CREATE TABLE quota_usage (
  quota {key} NOT NULL,
  principal TEXT NOT NULL,
  used BIGINT NOT NULL,
  PRIMARY KEY (quota, principal));
