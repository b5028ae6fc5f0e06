-- What custom resources of stacks were asked for, and what was answered. "node" is the key of the node. "physical" is what the answer
-- calls the resource, and empty if there is none.
CREATE TABLE stack_custom (
  operation {key} PRIMARY KEY,
  stack {key} NOT NULL,
  node {key} NOT NULL,
  request TEXT NOT NULL,
  secret TEXT NOT NULL,
  status TEXT NOT NULL,
  physical TEXT NOT NULL,
  answer {bytes} NOT NULL,
  asked_at BIGINT NOT NULL);

CREATE INDEX stack_custom_by_stack ON stack_custom (stack, node, asked_at);
