-- Where the secrets of a resource are pushed. What has been delivered is the version of the secrets; 0 is none.
CREATE TABLE secret_target (
  uid TEXT NOT NULL REFERENCES resource (uid) ON DELETE CASCADE,
  name {key} NOT NULL,
  subscription {key} NOT NULL,
  kind {key} NOT NULL,
  path {key} NOT NULL,
  property TEXT NOT NULL,
  made_by TEXT NOT NULL,
  made_at BIGINT NOT NULL,
  delivered BIGINT NOT NULL,
  delivered_at BIGINT,
  tried BIGINT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at BIGINT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (uid, name),
  UNIQUE (subscription, kind, path));

-- Records that are kept as they are, whatever retention or an erasure says. An empty subscription is all of them.
CREATE TABLE audit_hold (
  name {key} PRIMARY KEY,
  subscription {key} NOT NULL,
  begins BIGINT NOT NULL,
  ends BIGINT NOT NULL,
  reason TEXT NOT NULL,
  made_by TEXT NOT NULL,
  made_at BIGINT NOT NULL);
