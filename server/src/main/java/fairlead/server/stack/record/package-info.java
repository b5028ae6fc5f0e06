/// What is recorded of stacks: their rows, those of their nodes, what has happened to them, and what they would become.
@NullMarked
package fairlead.server.stack.record;

import org.jspecify.annotations.NullMarked;
