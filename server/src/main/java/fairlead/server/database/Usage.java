package fairlead.server.database;

/// How much of a database is in use.
///
/// @param active connections that a transaction has
/// @param idle connections that wait for one
/// @param waiting callers that wait for a connection, or for the writer
public record Usage(int active, int idle, int waiting) {}
