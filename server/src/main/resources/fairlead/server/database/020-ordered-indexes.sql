-- An index whose keys come in order grows at its end: one page for all that is written together. One of names has a
-- page for each. So lists of a location go by group and age, and the audit trail finds a resource by its uid.
ALTER TABLE resource ADD COLUMN group_key {key} NOT NULL DEFAULT '';

UPDATE resource SET group_key = substr(substr(arm_key, 68), 1, {index of}(substr(arm_key, 68), '/') - 1)
  WHERE substr(arm_key, 52, 16) = '/resourcegroups/';

DROP INDEX resource_by_location;

CREATE INDEX resource_by_location ON resource (subscription, location, group_key, uid);

ALTER TABLE audit ADD COLUMN subject TEXT;

DROP INDEX audit_by_resource;

CREATE INDEX audit_by_resource ON audit (resource_key, at) WHERE resource_key <> '';

CREATE INDEX audit_by_subject ON audit (subject, at) WHERE subject IS NOT NULL;

CREATE TABLE former_address (
  arm_key {key} NOT NULL,
  uid TEXT NOT NULL,
  PRIMARY KEY (arm_key, uid));
