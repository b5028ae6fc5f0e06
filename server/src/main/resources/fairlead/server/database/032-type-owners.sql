CREATE TABLE type_owner (
  type_name {key} PRIMARY KEY,
  account {key} NOT NULL);
