/// What templates wait for: who makes custom resources, and the addresses at which signals and answers are received.
@NullMarked
package fairlead.server.registry.stack.callback;

import org.jspecify.annotations.NullMarked;
