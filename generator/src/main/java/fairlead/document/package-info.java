/// Documents made of a resource type's schema: the permissions of its handlers, and a reference for readers.
///
/// The description for OpenAPI clients is in [fairlead.document.openapi]. Nothing here reads or writes files.
@NullMarked
package fairlead.document;

import org.jspecify.annotations.NullMarked;
