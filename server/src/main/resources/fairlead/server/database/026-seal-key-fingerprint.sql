CREATE TABLE seal_key_fingerprint (
  id INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL UNIQUE,
  recorded_at BIGINT NOT NULL);
