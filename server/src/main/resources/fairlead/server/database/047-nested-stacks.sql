-- A stack may be a node of another one. "root" is the stack at the head of all of them. "prepared" are the outputs that a
-- change has come to that the other stack has not settled yet.
ALTER TABLE stack ADD COLUMN parent TEXT NOT NULL DEFAULT '';

ALTER TABLE stack ADD COLUMN root TEXT NOT NULL DEFAULT '';

ALTER TABLE stack ADD COLUMN parent_node TEXT NOT NULL DEFAULT '';

ALTER TABLE stack ADD COLUMN depth INTEGER NOT NULL DEFAULT 1;

ALTER TABLE stack ADD COLUMN prepared {bytes};

CREATE INDEX stack_by_parent ON stack (parent) WHERE parent <> '';
