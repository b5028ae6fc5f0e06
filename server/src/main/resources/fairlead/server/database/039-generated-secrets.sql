CREATE TABLE resource_secret (
  uid TEXT PRIMARY KEY REFERENCES resource (uid) ON DELETE CASCADE,
  sealed {bytes} NOT NULL,
  version BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  checksum BIGINT NOT NULL);
