-- A stack may be what a resource is made of, whose type has a template for its handler: the name of that type, and the id
-- of the resource.
ALTER TABLE stack ADD COLUMN owner_type TEXT NOT NULL DEFAULT '';

ALTER TABLE stack ADD COLUMN owner TEXT NOT NULL DEFAULT '';

CREATE INDEX stack_by_owner ON stack (owner_type, subscription, location, id) WHERE owner_type <> '';
