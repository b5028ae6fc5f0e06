-- What has to be approved by another person, and what was. The open key is the plan and the principal, as long as what
-- was decided counts for the same request.
CREATE TABLE approval (
  id {key} PRIMARY KEY,
  subscription {key} NOT NULL,
  resource_key {key} NOT NULL,
  principal {key} NOT NULL,
  plan_hash {key} NOT NULL,
  state {key} NOT NULL,
  asked_at BIGINT NOT NULL,
  ends BIGINT NOT NULL,
  open_key {key} UNIQUE,
  operation {key},
  decided {bytes} NOT NULL,
  document {bytes} NOT NULL,
  checksum BIGINT);

CREATE INDEX approval_by_resource ON approval (resource_key, principal);

CREATE INDEX approval_by_state ON approval (state, ends);

CREATE INDEX approval_by_operation ON approval (operation);

CREATE TABLE plan_key (
  id INTEGER PRIMARY KEY,
  sealed {bytes} NOT NULL);
