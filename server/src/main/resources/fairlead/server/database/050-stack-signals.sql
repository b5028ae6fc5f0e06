-- What was told to nodes of stacks that wait for it. "node" is the key of the node and how often it was replaced by then. "told" says
-- whether the events of the stack have it.
CREATE TABLE stack_signal (
  stack {key} NOT NULL,
  node {key} NOT NULL,
  signal_id {key} NOT NULL,
  success INTEGER NOT NULL,
  reason TEXT NOT NULL,
  data {bytes} NOT NULL,
  received_at BIGINT NOT NULL,
  told INTEGER NOT NULL,
  PRIMARY KEY (stack, node, signal_id));
