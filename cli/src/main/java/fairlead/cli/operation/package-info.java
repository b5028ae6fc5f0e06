/// The command `operations`, and the waiting for an operation by all commands that start one.
@NullMarked
package fairlead.cli.operation;

import org.jspecify.annotations.NullMarked;
