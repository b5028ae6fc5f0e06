/// A real server whose storage fails on command: the calls that SQLite makes of the C library, and the messages to
/// PostgreSQL. What it must keep to is held against it after each fault.
///
/// [SqliteFaults] and [PostgresFaults] run by `.ci/full` and by name: they take long, and a C compiler.
@org.jspecify.annotations.NullMarked
package fairlead.server.fault;
