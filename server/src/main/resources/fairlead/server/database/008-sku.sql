ALTER TABLE resource ADD COLUMN sku {bytes};
