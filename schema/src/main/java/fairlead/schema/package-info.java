/// Resource type schemas: load one, learn what is wrong with it, and ask it about models.
///
/// [ResourceSchema] is the way in; it is compiled once and then answers from any thread. [PropertyPath] is how the
/// schema and its users name properties, and [Finding] how anything wrong is said. JSON Schema itself is in
/// [fairlead.schema.draft07]. There is no handler here, no store and no network: a schema is what its document
/// says.
@NullMarked
package fairlead.schema;

import org.jspecify.annotations.NullMarked;
