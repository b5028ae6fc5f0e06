ALTER TABLE left_behind ADD COLUMN arm_key {key} NOT NULL DEFAULT '';
ALTER TABLE left_behind ADD COLUMN left_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE left_behind ADD COLUMN reason TEXT NOT NULL DEFAULT '';
UPDATE left_behind SET arm_key = lower(arm_id);
CREATE INDEX left_behind_by_key ON left_behind (arm_key, thing);
