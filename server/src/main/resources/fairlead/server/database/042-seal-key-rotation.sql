-- A key that no row was left with is dropped: its fingerprint stays, and is asked for no more.
ALTER TABLE seal_key_fingerprint ADD COLUMN key_id BIGINT;

ALTER TABLE seal_key_fingerprint ADD COLUMN dropped_at BIGINT;

CREATE TABLE seal_rotation (
  id INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  phase TEXT NOT NULL,
  began_at BIGINT NOT NULL,
  phase_at BIGINT NOT NULL,
  resealed BIGINT NOT NULL,
  owner TEXT,
  lease_until BIGINT NOT NULL);

-- What each node has of the keyset, and with which key it seals.
CREATE TABLE seal_node (
  node {key} PRIMARY KEY,
  fingerprints TEXT NOT NULL,
  primary_fingerprint TEXT NOT NULL,
  seen_at BIGINT NOT NULL);
