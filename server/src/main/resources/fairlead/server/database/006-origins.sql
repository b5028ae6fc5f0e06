ALTER TABLE operation ADD COLUMN request_id TEXT NOT NULL DEFAULT '';

ALTER TABLE operation ADD COLUMN traceparent TEXT;

ALTER TABLE operation ADD COLUMN tracestate TEXT;

ALTER TABLE event ADD COLUMN request_id TEXT NOT NULL DEFAULT '';

ALTER TABLE event ADD COLUMN correlation_id TEXT NOT NULL DEFAULT '';

ALTER TABLE event ADD COLUMN client_request_id TEXT;

ALTER TABLE audit ADD COLUMN correlation_id TEXT NOT NULL DEFAULT '';

ALTER TABLE audit ADD COLUMN resource_key {key} NOT NULL DEFAULT '';

CREATE INDEX audit_by_time ON audit (subscription, at);

CREATE INDEX audit_by_correlation ON audit (correlation_id);

CREATE INDEX audit_by_resource ON audit (resource_key, at);
