ALTER TABLE left_behind ADD COLUMN context {bytes};
