CREATE TABLE drift (
  uid TEXT PRIMARY KEY,
  version BIGINT NOT NULL,
  arm_key {key} NOT NULL,
  status TEXT NOT NULL,
  checked_at BIGINT NOT NULL,
  found {bytes} NOT NULL,
  applied {bytes} NOT NULL,
  repair TEXT,
  repair_note TEXT NOT NULL);

CREATE INDEX drift_by_status ON drift (status, arm_key);

CREATE TABLE drift_policy (
  uid TEXT PRIMARY KEY,
  policy TEXT NOT NULL);

CREATE TABLE drift_round (
  id INTEGER PRIMARY KEY,
  began_at BIGINT NOT NULL,
  position TEXT NOT NULL,
  under_way INTEGER NOT NULL);

INSERT INTO drift_round (id, began_at, position, under_way) VALUES (1, 0, '', 0);

CREATE TABLE drift_batch (
  behind TEXT PRIMARY KEY,
  last_uid TEXT NOT NULL,
  lease BIGINT NOT NULL);
