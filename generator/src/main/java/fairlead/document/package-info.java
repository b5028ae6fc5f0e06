/// Documents made of a resource type's schema: what its handlers have to be allowed, and a reference for people.
///
/// What an OpenAPI client has to know is in [fairlead.document.openapi]. Nothing here reads or writes files.
@NullMarked
package fairlead.document;

import org.jspecify.annotations.NullMarked;
