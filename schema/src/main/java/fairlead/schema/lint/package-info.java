/// What is allowed in a resource type schema and yet seldom meant: advice for authors.
///
/// [Lints] looks at a document whether it is valid or not and gives back findings, warnings but for the few things
/// that a schema written by hand must not have. Registering a type does not ask for them.
@NullMarked
package fairlead.schema.lint;

import org.jspecify.annotations.NullMarked;
