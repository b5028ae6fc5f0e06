-- Who has made a service principal, and answers for what it does.
CREATE TABLE principal_owner (
  principal {key} PRIMARY KEY,
  owner {key} NOT NULL);
