/// Schema files on this machine: found in folders, checked together, and told about for people, programs and code
/// scanners.
///
/// The commands that use this speak to no server.
@NullMarked
package fairlead.cli.schema;

import org.jspecify.annotations.NullMarked;
