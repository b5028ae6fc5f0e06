/// The commands `init` and `dev`: a new project for a type, and the loop of change, build, test and register.
@NullMarked
package fairlead.cli.dev;

import org.jspecify.annotations.NullMarked;
