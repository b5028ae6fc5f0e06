/// Advice for authors on what a resource type schema may contain, but an author seldom means.
///
/// [Lints] checks any document, valid or not. Its findings are warnings, except for the few that a schema written
/// by hand must not have, and for a schema that no model fits.
@NullMarked
package fairlead.schema.lint;

import org.jspecify.annotations.NullMarked;
