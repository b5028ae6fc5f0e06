package fairlead.providers.postgres;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.sql.SQLException;
import java.util.Map;

/// What PostgreSQL's error codes mean for a caller: "PostgreSQL Error Codes", appendix A of its documentation.
final class SqlStates {

    private static final Map<String, ErrorCode> STATES = Map.ofEntries(
            Map.entry("3D000", ErrorCode.INVALID_REQUEST), // there is no such database
            Map.entry("40001", ErrorCode.RESOURCE_CONFLICT), // serialization failure
            Map.entry("40P01", ErrorCode.RESOURCE_CONFLICT), // deadlock
            Map.entry("42501", ErrorCode.ACCESS_DENIED), // insufficient privilege
            Map.entry("42710", ErrorCode.ALREADY_EXISTS), // duplicate object
            Map.entry("42P04", ErrorCode.ALREADY_EXISTS), // duplicate database
            Map.entry("23505", ErrorCode.RESOURCE_CONFLICT), // two creates of the same name at the same moment
            Map.entry("2BP01", ErrorCode.GENERAL_SERVICE_EXCEPTION), // other things depend on it
            Map.entry("53300", ErrorCode.THROTTLING), // too many connections
            Map.entry("55006", ErrorCode.RESOURCE_CONFLICT), // in use
            Map.entry("55P03", ErrorCode.RESOURCE_CONFLICT), // locked
            Map.entry("57014", ErrorCode.SERVICE_TIMEOUT)); // statement timeout

    private static final Map<String, ErrorCode> CLASSES = Map.ofEntries(
            Map.entry("08", ErrorCode.NETWORK_FAILURE), // connection exception
            Map.entry("0A", ErrorCode.INVALID_REQUEST), // feature not supported
            Map.entry("0L", ErrorCode.INVALID_REQUEST), // invalid grantor, a role that would be a member of itself
            Map.entry("0P", ErrorCode.INVALID_REQUEST), // invalid role specification
            Map.entry("22", ErrorCode.INVALID_REQUEST), // data exception
            Map.entry("28", ErrorCode.INVALID_CREDENTIALS), // invalid authorization
            Map.entry("42", ErrorCode.INVALID_REQUEST), // undefined, reserved or ill-formed names
            Map.entry("53", ErrorCode.SERVICE_LIMIT_EXCEEDED), // insufficient resources
            Map.entry("57", ErrorCode.NETWORK_FAILURE), // the server stops, starts or crashes
            Map.entry("58", ErrorCode.SERVICE_INTERNAL_ERROR), // system error
            Map.entry("XX", ErrorCode.SERVICE_INTERNAL_ERROR)); // internal error

    private SqlStates() {}

    /// A failed statement.
    static HandlerException failure(SQLException cause) {
        return new HandlerException(code(cause), message(cause), cause);
    }

    /// A failed attempt to connect: a database that is missing is here one that the type configuration names
    /// wrongly.
    static HandlerException connectFailure(Server server, SQLException cause) {
        ErrorCode code = "3D000".equals(cause.getSQLState()) ? ErrorCode.INVALID_TYPE_CONFIGURATION : code(cause);
        return new HandlerException(code, "No connection to " + server + ": " + message(cause), cause);
    }

    private static ErrorCode code(SQLException cause) {
        String state = cause.getSQLState();
        if (state == null || state.length() != 5) {
            return ErrorCode.SERVICE_INTERNAL_ERROR;
        }
        ErrorCode ofClass = CLASSES.getOrDefault(state.substring(0, 2), ErrorCode.GENERAL_SERVICE_EXCEPTION);
        return STATES.getOrDefault(state, ofClass);
    }

    private static String message(SQLException cause) {
        return String.valueOf(cause.getMessage()).replaceAll("\\s*\\n\\s*", " ");
    }
}
