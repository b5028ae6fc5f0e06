CREATE TABLE account_type_configuration (
  type_name {key} NOT NULL,
  account {key} NOT NULL,
  sealed {bytes} NOT NULL,
  alias TEXT NOT NULL,
  set_at BIGINT NOT NULL,
  PRIMARY KEY (type_name, account));
