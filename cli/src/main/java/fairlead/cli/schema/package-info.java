/// Schema files on this machine: found in folders, checked together, and reported for people, programs and code
/// scanners.
///
/// The commands that use this send nothing to a server.
@NullMarked
package fairlead.cli.schema;

import org.jspecify.annotations.NullMarked;
