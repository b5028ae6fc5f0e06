package fairlead.modelled;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.smithy.client.TransportException;
import fairlead.smithy.endpoint.DiscoveryException;
import fairlead.smithy.protocol.MalformedAnswer;
import fairlead.smithy.protocol.Reply.Refusal;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.traits.HttpErrorTrait;
import software.amazon.smithy.model.traits.IdempotentTrait;
import software.amazon.smithy.model.traits.RetryableTrait;

/// What a service's error means in the handler contract: what the model says of it, else what its name says, else
/// its status.
final class Refusals {

    /// By name, the first that fits.
    private record Named(Pattern name, ErrorCode code) {

        Named(String name, ErrorCode code) {
            this(Pattern.compile(name, Pattern.CASE_INSENSITIVE), code);
        }
    }

    private static final List<Named> NAMES = List.of(
            new Named("NotFound|NoSuch|DoesNotExist|NotExist", ErrorCode.NOT_FOUND),
            new Named("AlreadyExist|Duplicate|EntityExists|NameInUse|^Exists", ErrorCode.ALREADY_EXISTS),
            new Named("Throttl|TooManyRequests|SlowDown|RequestLimitExceeded|ThroughputExceeded", ErrorCode.THROTTLING),
            new Named("LimitExceeded|Quota|TooMany", ErrorCode.SERVICE_LIMIT_EXCEEDED),
            new Named(
                    "Conflict|ConcurrentModification|InUse|InProgress|Locked|Precondition",
                    ErrorCode.RESOURCE_CONFLICT),
            new Named(
                    "UnrecognizedClient|InvalidClientToken|ExpiredToken|Signature|AuthenticationToken|Unauthenticated",
                    ErrorCode.INVALID_CREDENTIALS),
            new Named("AccessDenied|NotAuthorized|Unauthorized|Forbidden|OptInRequired", ErrorCode.ACCESS_DENIED),
            new Named("Timeout|TimedOut", ErrorCode.SERVICE_TIMEOUT),
            new Named("Validation|Invalid|Malformed|BadRequest|Missing", ErrorCode.INVALID_REQUEST),
            new Named("InternalServer|InternalFailure|InternalError|Unavailable", ErrorCode.SERVICE_INTERNAL_ERROR));

    private Refusals() {}

    static ErrorCode code(OperationShape operation, Refusal refusal) {
        return declared(operation, refusal)
                .or(() -> retryable(refusal))
                .or(() -> named(refusal.code()))
                .or(() -> refusal.shape().flatMap(shape -> named(shape.getId().getName())))
                .orElseGet(() -> byStatus(status(refusal)));
    }

    /// "exists" and "notFound" of the trait `idempotent`.
    private static Optional<ErrorCode> declared(OperationShape operation, Refusal refusal) {
        Optional<IdempotentTrait> trait = operation.getTrait(IdempotentTrait.class);
        if (trait.flatMap(IdempotentTrait::getExists)
                .filter(ids -> has(ids, refusal))
                .isPresent()) {
            return Optional.of(ErrorCode.ALREADY_EXISTS);
        }
        return trait.flatMap(IdempotentTrait::getNotFound)
                        .filter(ids -> has(ids, refusal))
                        .isPresent()
                ? Optional.of(ErrorCode.NOT_FOUND)
                : Optional.empty();
    }

    private static boolean has(List<ShapeId> ids, Refusal refusal) {
        return refusal.shape().filter(shape -> ids.contains(shape.getId())).isPresent();
    }

    private static Optional<ErrorCode> retryable(Refusal refusal) {
        return refusal.shape()
                .flatMap(shape -> shape.getTrait(RetryableTrait.class))
                .filter(RetryableTrait::getThrottling)
                .map(_ -> ErrorCode.THROTTLING);
    }

    private static Optional<ErrorCode> named(String name) {
        return NAMES.stream()
                .filter(known -> known.name().matcher(name).find())
                .findFirst()
                .map(Named::code);
    }

    /// That of the model, where there is one: not every protocol uses it.
    private static int status(Refusal refusal) {
        return refusal.shape()
                .flatMap(shape -> shape.getTrait(HttpErrorTrait.class))
                .map(HttpErrorTrait::getCode)
                .orElse(refusal.status());
    }

    private static ErrorCode byStatus(int status) {
        return switch (status) {
            case 401 -> ErrorCode.INVALID_CREDENTIALS;
            case 403 -> ErrorCode.ACCESS_DENIED;
            case 402 -> ErrorCode.SERVICE_LIMIT_EXCEEDED;
            case 404, 410 -> ErrorCode.NOT_FOUND;
            case 408, 504 -> ErrorCode.SERVICE_TIMEOUT;
            case 409, 412, 423 -> ErrorCode.RESOURCE_CONFLICT;
            case 429 -> ErrorCode.THROTTLING;
            default ->
                status >= 500
                        ? ErrorCode.SERVICE_INTERNAL_ERROR
                        : status >= 400 ? ErrorCode.INVALID_REQUEST : ErrorCode.GENERAL_SERVICE_EXCEPTION;
        };
    }

    /// What a refusal is for the caller of the handler.
    static HandlerException exception(OperationShape operation, Refusal refusal) {
        String name = refusal.code().isEmpty() ? "status " + refusal.status() : refusal.code();
        String said = refusal.message().isEmpty() ? "." : ": " + refusal.message();
        return new HandlerException(
                code(operation, refusal), operation.getId().getName() + " failed with " + name + said);
    }

    /// What a call without an answer is.
    static HandlerException exception(OperationShape operation, TransportException failure) {
        ErrorCode code = switch (failure.kind()) {
            case UNREACHABLE, BROKEN -> ErrorCode.NETWORK_FAILURE;
            case TIMEOUT -> ErrorCode.SERVICE_TIMEOUT;
            case TOO_LARGE -> ErrorCode.GENERAL_SERVICE_EXCEPTION;
        };
        return new HandlerException(
                code, operation.getId().getName() + " failed: " + failure.getMessage() + ".", failure);
    }

    /// What a call is for which no endpoint was found: it has not been sent.
    static HandlerException exception(OperationShape operation, DiscoveryException failure) {
        ErrorCode code = failure.getCause() instanceof UncheckedIOException
                ? ErrorCode.NETWORK_FAILURE
                : ErrorCode.SERVICE_INTERNAL_ERROR;
        return new HandlerException(
                code, operation.getId().getName() + " failed: " + failure.getMessage() + ".", failure);
    }

    static HandlerException exception(OperationShape operation, MalformedAnswer failure) {
        return new HandlerException(
                ErrorCode.GENERAL_SERVICE_EXCEPTION,
                "The answer to " + operation.getId().getName() + " can't be understood: " + failure.getMessage() + ".",
                failure);
    }
}
