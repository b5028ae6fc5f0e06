ALTER TABLE operation ADD COLUMN output {bytes};
