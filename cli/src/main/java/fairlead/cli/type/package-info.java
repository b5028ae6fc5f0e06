/// The commands that register types, describe, configure and remove them.
///
/// A type comes as a bundle ([fairlead.cli.bundle]), from a schema to simulate, or from a Smithy model.
@NullMarked
package fairlead.cli.type;

import org.jspecify.annotations.NullMarked;
