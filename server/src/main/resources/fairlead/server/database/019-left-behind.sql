CREATE TABLE left_behind (
  thing TEXT PRIMARY KEY,
  operation TEXT NOT NULL,
  arm_id TEXT NOT NULL,
  location TEXT NOT NULL,
  type_name {key} NOT NULL,
  type_version INTEGER NOT NULL,
  identifier TEXT,
  desired {bytes} NOT NULL,
  attempts INTEGER NOT NULL,
  due_at BIGINT NOT NULL);
