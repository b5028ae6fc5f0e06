/// The other documents that a schema refers to by `$ref`: where they are looked for, and what it costs.
///
/// [Documents] is the seam. A folder, the types at hand, hosts that an operator allows, and a cache in front of them
/// are its implementations; they are asked one after the other. Nothing is fetched unless a host is allowed by name.
@NullMarked
package fairlead.schema.reference;

import org.jspecify.annotations.NullMarked;
