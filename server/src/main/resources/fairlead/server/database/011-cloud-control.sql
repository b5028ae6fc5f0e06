ALTER TABLE operation ADD COLUMN identifier TEXT;

ALTER TABLE operation ADD COLUMN request_digest TEXT;

DROP INDEX operation_by_client_token;

CREATE UNIQUE INDEX operation_by_client_token ON operation (subscription, location, client_token)
  WHERE client_token IS NOT NULL;

DROP INDEX resource_by_identifier;

CREATE UNIQUE INDEX resource_by_identifier ON resource (type_name, identifier, subscription, location);
