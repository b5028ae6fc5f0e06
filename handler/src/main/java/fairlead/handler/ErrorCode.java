package fairlead.handler;

import java.util.Arrays;
import java.util.Optional;

/// Why a handler failed: the handler error codes of the "CloudFormation resource type handler contract".
public enum ErrorCode {
    /// The type, or the property that differs, can't be changed in place.
    NOT_UPDATABLE("NotUpdatable"),
    /// The request itself is wrong: repeating it can't help.
    INVALID_REQUEST("InvalidRequest"),
    /// The handler's own identity may not do this.
    ACCESS_DENIED("AccessDenied"),
    /// The identity may do it, but not with these tags.
    UNAUTHORIZED_TAGGING_OPERATION("UnauthorizedTaggingOperation"),
    /// The credentials the handler uses are not valid.
    INVALID_CREDENTIALS("InvalidCredentials"),
    /// A create found that the resource was there before this operation began.
    ALREADY_EXISTS("AlreadyExists"),
    /// There is no such resource.
    NOT_FOUND("NotFound"),
    /// Another change of the same resource is under way.
    RESOURCE_CONFLICT("ResourceConflict"),
    /// The service asks to slow down.
    THROTTLING("Throttling"),
    /// A quota is used up.
    SERVICE_LIMIT_EXCEEDED("ServiceLimitExceeded"),
    /// The state asked for was not reached in time.
    NOT_STABILIZED("NotStabilized"),
    /// The service refused for a reason of its own.
    GENERAL_SERVICE_EXCEPTION("GeneralServiceException"),
    /// The service is broken for the moment.
    SERVICE_INTERNAL_ERROR("ServiceInternalError"),
    /// The service did not answer in time.
    SERVICE_TIMEOUT("ServiceTimeout"),
    /// The service can't be reached.
    NETWORK_FAILURE("NetworkFailure"),
    /// The handler has a bug.
    INTERNAL_FAILURE("InternalFailure"),
    /// The type configuration is missing or wrong.
    INVALID_TYPE_CONFIGURATION("InvalidTypeConfiguration"),
    /// The handler's host failed.
    HANDLER_INTERNAL_FAILURE("HandlerInternalFailure");

    private final String wireName;

    ErrorCode(String wireName) {
        this.wireName = wireName;
    }

    /// The name used in every protocol, `NotFound` for example.
    public String wireName() {
        return wireName;
    }

    /// Whether the same call may succeed later, so that the host repeats it after a pause.
    public boolean retryable() {
        return switch (this) {
            case RESOURCE_CONFLICT, THROTTLING, SERVICE_INTERNAL_ERROR, SERVICE_TIMEOUT, NETWORK_FAILURE -> true;
            case NOT_UPDATABLE,
                    INVALID_REQUEST,
                    ACCESS_DENIED,
                    UNAUTHORIZED_TAGGING_OPERATION,
                    INVALID_CREDENTIALS,
                    ALREADY_EXISTS,
                    NOT_FOUND,
                    SERVICE_LIMIT_EXCEEDED,
                    NOT_STABILIZED,
                    GENERAL_SERVICE_EXCEPTION,
                    INTERNAL_FAILURE,
                    INVALID_TYPE_CONFIGURATION,
                    HANDLER_INTERNAL_FAILURE -> false;
        };
    }

    /// The code of that wire name; empty for a name that the contract does not have.
    public static Optional<ErrorCode> parse(String wireName) {
        return Arrays.stream(values())
                .filter(code -> code.wireName.equals(wireName))
                .findFirst();
    }

    @Override
    public String toString() {
        return wireName;
    }
}
