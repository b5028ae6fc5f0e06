-- Deployment stacks: what a template has put belongs to them. "scope" and "name" are in lower case, "shown" is the name as it was
-- written.
CREATE TABLE deployment_stack (
  id {key} PRIMARY KEY,
  subscription {key} NOT NULL,
  resource_group TEXT NOT NULL,
  scope {key} NOT NULL,
  name {key} NOT NULL,
  shown TEXT NOT NULL,
  location TEXT NOT NULL,
  state TEXT NOT NULL,
  operation TEXT NOT NULL,
  correlation TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  created_by TEXT NOT NULL,
  changed_at BIGINT NOT NULL,
  changed_by TEXT NOT NULL,
  ended_at BIGINT,
  content {bytes} NOT NULL,
  result {bytes} NOT NULL,
  UNIQUE (scope, name));

-- What belongs to a deployment stack: a resource to one at most. "resource" is its id in lower case. "identity" is by what a
-- stack of another kind would know it, once it is there. "run" is the operation that has put it last.
CREATE TABLE deployment_stack_resource (
  resource {key} PRIMARY KEY,
  stack {key} NOT NULL,
  shown TEXT NOT NULL,
  type_name TEXT NOT NULL,
  identity {key},
  run TEXT NOT NULL,
  level INTEGER NOT NULL,
  status TEXT NOT NULL,
  denied TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  operation TEXT NOT NULL,
  error {bytes} NOT NULL);

CREATE INDEX deployment_stack_resource_by_stack ON deployment_stack_resource (stack, resource);

CREATE INDEX deployment_stack_resource_by_identity ON deployment_stack_resource (identity) WHERE identity IS NOT NULL;

-- What changes of deployment stacks would do, as long as that is kept. "scope" and "name" are in lower case.
CREATE TABLE deployment_stack_forecast (
  scope {key} NOT NULL,
  name {key} NOT NULL,
  shown TEXT NOT NULL,
  made_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  content {bytes} NOT NULL,
  PRIMARY KEY (scope, name));
