/// Objects that callers have uploaded: packages of types, on their way to a registration.
///
/// They are kept in the database, so that every node sees them. Buckets are no more than the first part of a name.
/// Uses `database` and `problem`; reached by `registry.s3`, read by `registry.registration`.
@NullMarked
package fairlead.server.registry.packages;

import org.jspecify.annotations.NullMarked;
