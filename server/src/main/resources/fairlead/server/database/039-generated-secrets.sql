CREATE TABLE resource_secret (
  uid {key} PRIMARY KEY,
  sealed {bytes} NOT NULL,
  version BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  checksum BIGINT NOT NULL);
