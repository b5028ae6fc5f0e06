/// What a type says about itself beside its schema: the registration file, as values.
///
/// Reading and checking only: no database, no handlers, and nothing of other types. Used by `type`, `resource` and
/// surfaces.
@NullMarked
package fairlead.server.type.definition;

import org.jspecify.annotations.NullMarked;
