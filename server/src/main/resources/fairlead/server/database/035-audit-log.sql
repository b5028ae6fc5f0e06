-- What tells who a person is stands apart from the rest of a record, so that it can be erased. The leaf is the hash of
-- both, made when the record is written; what was written before gets its leaf when it is sealed.
ALTER TABLE audit ADD COLUMN personal {bytes};

ALTER TABLE audit ADD COLUMN leaf {bytes};

CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY,
  origin TEXT NOT NULL,
  first_own BIGINT NOT NULL,
  pruned BIGINT NOT NULL,
  owner TEXT,
  lease_until BIGINT NOT NULL);

CREATE TABLE audit_tile (
  level INTEGER NOT NULL,
  tile BIGINT NOT NULL,
  hashes {bytes} NOT NULL,
  numbers {bytes} NOT NULL,
  first_seq BIGINT NOT NULL,
  last_seq BIGINT NOT NULL,
  PRIMARY KEY (level, tile));

CREATE INDEX audit_tile_by_number ON audit_tile (level, last_seq);

CREATE TABLE audit_checkpoint (
  size BIGINT PRIMARY KEY,
  last_seq BIGINT NOT NULL,
  at BIGINT NOT NULL,
  note TEXT NOT NULL);

CREATE TABLE audit_key (
  id INTEGER PRIMARY KEY,
  verifier TEXT NOT NULL,
  made_at BIGINT NOT NULL,
  sealed {bytes});
