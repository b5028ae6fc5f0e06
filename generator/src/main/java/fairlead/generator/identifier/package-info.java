/// What values can identify a resource, by the schema of its type.
///
/// Values are made of patterns by [fairlead.generator.pattern], and tried. The package knows nothing of types as they
/// are registered.
@NullMarked
package fairlead.generator.identifier;

import org.jspecify.annotations.NullMarked;
