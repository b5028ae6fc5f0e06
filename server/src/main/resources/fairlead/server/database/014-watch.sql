ALTER TABLE event ADD COLUMN operation_kind TEXT;

ALTER TABLE event ADD COLUMN operation_state TEXT;

ALTER TABLE event ADD COLUMN detail TEXT;

CREATE TABLE event_history (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  forgotten BIGINT NOT NULL);
