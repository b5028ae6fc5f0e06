/// Resource type schemas: load one, see what is wrong with it, and ask it about models.
///
/// Begin with [ResourceSchema]; it is compiled once, and any thread may use it. [PropertyPath] names properties,
/// and [Finding] is the form of every fault. JSON Schema itself is in [fairlead.schema.draft07]. There is no
/// handler here, no store and no network: a schema is what its document says.
@NullMarked
package fairlead.schema;

import org.jspecify.annotations.NullMarked;
