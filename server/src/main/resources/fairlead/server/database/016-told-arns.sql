-- The ARN that a handler has told; of all others the ARN follows from what else is there.
ALTER TABLE resource ADD COLUMN arn TEXT;

CREATE INDEX resource_by_told_arn ON resource (arn) WHERE arn IS NOT NULL;
