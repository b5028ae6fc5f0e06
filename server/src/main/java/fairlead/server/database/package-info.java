/// Transactions over SQLite (one writer, group commit) or PostgreSQL (a pool), the same SQL for both.
///
/// Knows no table but its own `schema_version`: statements stand beside their domain types in the `*Store` classes
/// of other packages. Every package may use it; it uses plain JDBC only.
@NullMarked
package fairlead.server.database;

import org.jspecify.annotations.NullMarked;
