CREATE TABLE placement (
  name_key {key} PRIMARY KEY,
  location TEXT NOT NULL,
  claim TEXT NOT NULL);

CREATE TABLE spread (
  scope_key {key} NOT NULL,
  location TEXT NOT NULL,
  pass TEXT,
  remains TEXT,
  PRIMARY KEY (scope_key, location));

CREATE TABLE held_scope (
  scope_key {key} NOT NULL,
  location TEXT NOT NULL,
  pass TEXT NOT NULL,
  PRIMARY KEY (scope_key, location));
