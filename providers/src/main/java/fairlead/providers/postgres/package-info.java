/// `Fairlead::Postgres::Role` and `Fairlead::Postgres::Database`: the users and databases of a PostgreSQL server.
///
/// Which server, and as whom, says the type configuration. Each call opens one connection and closes it. What
/// belongs to an operation is recognized by a comment that names it, so that a repeated create finds what it made;
/// passwords leave this process as SCRAM-SHA-256 verifiers only.
@NullMarked
package fairlead.providers.postgres;

import org.jspecify.annotations.NullMarked;
