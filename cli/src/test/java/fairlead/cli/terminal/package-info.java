/// What people see, character by character.
@NullMarked
package fairlead.cli.terminal;

import org.jspecify.annotations.NullMarked;
