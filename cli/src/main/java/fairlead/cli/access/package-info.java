/// The commands on who comes in and who may do what.
@NullMarked
package fairlead.cli.access;

import org.jspecify.annotations.NullMarked;
