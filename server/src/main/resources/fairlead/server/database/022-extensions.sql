-- What extends something is not recorded, but where it may be is: a delete need not ask all handlers that could know.
CREATE TABLE extension (
  extended_key {key} NOT NULL,
  arm_key {key} NOT NULL,
  arm_id TEXT NOT NULL,
  PRIMARY KEY (extended_key, arm_key));
