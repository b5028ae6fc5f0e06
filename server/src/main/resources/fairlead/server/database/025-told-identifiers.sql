-- Most identifiers are told at the end of a create: until then there is nothing to look for.
DROP INDEX resource_by_identifier;

CREATE UNIQUE INDEX resource_by_identifier ON resource (type_name, identifier, subscription, location)
  WHERE identifier IS NOT NULL;
