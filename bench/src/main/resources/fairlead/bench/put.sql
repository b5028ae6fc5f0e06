\set id random(1, 9000000000000)
BEGIN;
INSERT INTO resource (uid, arm_key, arm_id, subscription, type_name, type_version, location, identifier, state, version,
  operation, tags, desired, properties, secrets, created_by, created_by_type, created_at, changed_by, changed_by_type,
  changed_at)
VALUES ('uid-' || :id, '/subscriptions/s/resourcegroups/g/providers/fairlead.lab/things/t' || :id,
  '/subscriptions/s/resourceGroups/g/providers/Fairlead.Lab/things/t' || :id, 's', 'Fairlead::Lab::Thing', 1, 'local', NULL,
  'CREATING', 1, 'op-' || :id, convert_to('{}', 'UTF8'), convert_to(repeat('x', 1000), 'UTF8'),
  convert_to(repeat('x', 1000), 'UTF8'), '', 'developer', 'User', 0, 'developer', 'User', 0)
ON CONFLICT DO NOTHING;
SELECT name FROM resource_group g WHERE subscription = 's' AND name_key = 'g' FOR SHARE OF g;
INSERT INTO event (at, kind, resource, resource_id, version, operation) VALUES (0, 'Creating', 'uid-' || :id, 't' || :id, 1, 'op-' || :id);
INSERT INTO audit (at, subscription, record) VALUES (0, 's', convert_to(repeat('x', 1400), 'UTF8'));
INSERT INTO operation (id, kind, subscription, location, subject, subject_id, type_name, status, created_at, deadline,
  due_at, owner, fence, attempt, cancel_requested, message, input, progress, correlation_id, requested_by)
VALUES ('op-' || :id, 'CREATE', 's', 'local', 'uid-' || :id, 't' || :id, 'Fairlead::Lab::Thing', 'Accepted', 0, 1, 0, 'node', 1, 1, 0,
  '', '', '', 'c', 'developer')
ON CONFLICT DO NOTHING;
COMMIT;
SELECT * FROM resource WHERE uid = 'uid-' || :id;
BEGIN;
UPDATE operation SET status = 'Succeeded', ended_at = 1, due_at = NULL, owner = NULL WHERE id = 'op-' || :id AND fence = 1;
UPDATE resource SET state = 'SUCCEEDED', identifier = 'thing-' || :id, version = version + 1 WHERE uid = 'uid-' || :id;
INSERT INTO event (at, kind, resource, resource_id, version, operation) VALUES (0, 'Succeeded', 'uid-' || :id, 't' || :id, 2, 'op-' || :id);
COMMIT;
