ALTER TABLE resource_type_version ADD COLUMN referred {bytes};
