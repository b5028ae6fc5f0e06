CREATE TABLE operation_log (
  operation TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  omitted BIGINT NOT NULL);
