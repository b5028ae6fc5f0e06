CREATE TABLE nested_put (
  operation TEXT NOT NULL,
  position INTEGER NOT NULL,
  resource_id TEXT NOT NULL,
  sealed {bytes} NOT NULL,
  PRIMARY KEY (operation, position));
