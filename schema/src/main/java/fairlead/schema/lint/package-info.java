/// Advice for authors on what a resource type schema may contain, but an author seldom means.
///
/// [Lints] checks any document, valid or not. Its findings are warnings, except for the few that a schema written
/// by hand must not have. Registering a type does not run these checks.
@NullMarked
package fairlead.schema.lint;

import org.jspecify.annotations.NullMarked;
