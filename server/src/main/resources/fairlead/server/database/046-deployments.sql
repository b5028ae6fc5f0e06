-- Deployments: documents that were carried out at a resource group or a subscription. Of those of a name at a scope the last one
-- is kept. "scope" and "name" are in lower case, "shown" is the name as it was written.
CREATE TABLE deployment (
  id {key} PRIMARY KEY,
  subscription {key} NOT NULL,
  resource_group TEXT NOT NULL,
  scope {key} NOT NULL,
  name {key} NOT NULL,
  shown TEXT NOT NULL,
  location TEXT NOT NULL,
  state TEXT NOT NULL,
  operation TEXT NOT NULL,
  canceling INTEGER NOT NULL,
  correlation TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  ended_at BIGINT,
  content {bytes} NOT NULL,
  result {bytes} NOT NULL,
  UNIQUE (scope, name));

CREATE INDEX deployment_by_time ON deployment (scope, created_at, id);

-- What a deployment does with each resource.
CREATE TABLE deployment_node (
  deployment {key} NOT NULL,
  node {key} NOT NULL,
  position INTEGER NOT NULL,
  verb TEXT NOT NULL,
  resource TEXT NOT NULL,
  type_name TEXT NOT NULL,
  state TEXT NOT NULL,
  operation TEXT NOT NULL,
  began_at BIGINT,
  ended_at BIGINT,
  code TEXT NOT NULL,
  error {bytes} NOT NULL,
  PRIMARY KEY (deployment, node));
