ALTER TABLE subscription ADD COLUMN tags {bytes};

CREATE INDEX resource_by_location ON resource (subscription, location, arm_key);
