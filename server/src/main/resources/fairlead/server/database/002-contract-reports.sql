CREATE TABLE contract_report (
  type_name {key} NOT NULL,
  version INTEGER NOT NULL,
  tested_at BIGINT NOT NULL,
  passed INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  document {bytes} NOT NULL,
  PRIMARY KEY (type_name, version));
