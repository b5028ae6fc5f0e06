/// Builds the project of a type's author and packs it as the archive that the server registers.
@NullMarked
package fairlead.cli.bundle;

import org.jspecify.annotations.NullMarked;
