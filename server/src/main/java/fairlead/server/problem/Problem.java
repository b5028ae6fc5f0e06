package fairlead.server.problem;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Every way in which a request can be refused. Each knows its HTTP status, its code for machines, its message for
/// the caller and whether asking again later helps. None carries a write-only value.
///
/// Codes and statuses are those of the "Azure resource provider contract" and of Azure's own services where they
/// have one; other surfaces translate.
public sealed interface Problem {

    /// The [#target()] of what is wrong with the body as a whole.
    String BODY = "body";

    int status();

    String code();

    String message();

    /// What the problem is about: a JSON Pointer into the request's body, or [#BODY] for all of it; the name of a query
    /// parameter, a header or a part of the address; or a resource id.
    default Optional<String> target() {
        return Optional.empty();
    }

    default List<Detail> details() {
        return List.of();
    }

    /// How long to wait before the same request may succeed.
    default Optional<Duration> retryAfter() {
        return Optional.empty();
    }

    /// One of several things that are wrong.
    ///
    /// @param id the stable, searchable id of the rule, `model.required` for example
    /// @param target a JSON Pointer into the request's body
    record Detail(String id, String message, String target) {

        /// All of them in one line, each with its place, for protocols that have room for one message only.
        public static String inOneLine(List<Detail> details) {
            return details.stream()
                    .map(detail -> (detail.target().isEmpty() ? "" : detail.target() + ": ") + detail.message())
                    .collect(Collectors.joining("; "));
        }
    }

    // -- the request itself -------------------------------------------------------------------------------------------

    /// The body is not what HTTP or JSON want: malformed, a duplicate key, too deep.
    ///
    /// @param place a JSON Pointer to the innermost value that was read to its beginning; empty for the body itself
    record MalformedBody(String message, String place) implements Problem {

        public MalformedBody(String message) {
            this(message, "");
        }

        @Override
        public int status() {
            return 400;
        }

        @Override
        public Optional<String> target() {
            return Optional.of(place.isEmpty() ? BODY : place);
        }

        @Override
        public String code() {
            return "InvalidRequestContent";
        }
    }

    /// The body is JSON and breaks the envelope's or the schema's rules; all that is wrong, at once.
    record InvalidBody(List<Detail> details) implements Problem {
        public InvalidBody {
            details = List.copyOf(details);
        }

        public static InvalidBody of(String id, String message, String target) {
            return new InvalidBody(List.of(new Detail(id, message, target)));
        }

        @Override
        public int status() {
            return 400;
        }

        @Override
        public String code() {
            return "ValidationFailed";
        }

        @Override
        public String message() {
            return details.size() == 1
                    ? details.getFirst().message()
                    : "The request body has " + details.size() + " problems; see details.";
        }

        @Override
        public Optional<String> target() {
            return details.size() == 1
                    ? Optional.of(details.getFirst().target())
                    : Optional.of(shared()).filter(place -> !place.isEmpty());
        }

        /// The innermost place that all of them are in; empty if that is the body itself.
        private String shared() {
            List<String> first = List.of(details.getFirst().target().split("/", -1));
            int parts = first.size();
            for (Detail detail : details) {
                List<String> other = List.of(detail.target().split("/", -1));
                int same = 0;
                while (same < Math.min(parts, other.size()) && first.get(same).equals(other.get(same))) {
                    same++;
                }
                parts = same;
            }
            return String.join("/", first.subList(0, parts));
        }
    }

    record UnsupportedMediaType(String found, String expected) implements Problem {
        @Override
        public int status() {
            return 415;
        }

        @Override
        public String code() {
            return "UnsupportedMediaType";
        }

        @Override
        public String message() {
            return "The content type '" + found + "' is not supported; expected " + expected + ".";
        }

        @Override
        public Optional<String> target() {
            return Optional.of("Content-Type");
        }
    }

    record BodyTooLarge(long limit) implements Problem {
        @Override
        public int status() {
            return 413;
        }

        @Override
        public String code() {
            return "RequestEntityTooLarge";
        }

        @Override
        public String message() {
            return "The request body is larger than " + limit + " bytes.";
        }

        @Override
        public Optional<String> target() {
            return Optional.of(BODY);
        }
    }

    /// A wrong query parameter, header or address; `code` says which rule.
    ///
    /// @param about the parameter, the header or the part of the address; empty if it is none in particular
    record BadRequest(String code, String message, String about) implements Problem {

        public BadRequest(String code, String message) {
            this(code, message, "");
        }

        @Override
        public int status() {
            return 400;
        }

        @Override
        public Optional<String> target() {
            return about.isEmpty() ? Optional.empty() : Optional.of(about);
        }
    }

    /// The body did not arrive in time.
    record RequestTimeout() implements Problem {
        @Override
        public int status() {
            return 408;
        }

        @Override
        public String code() {
            return "RequestTimeout";
        }

        @Override
        public String message() {
            return "The request did not arrive in time.";
        }
    }

    /// The caller has asked for more than its share.
    ///
    /// @param what it has used up, `reads` for example
    record TooManyRequests(String what, Duration pause) implements Problem {
        @Override
        public int status() {
            return 429;
        }

        @Override
        public String code() {
            return "TooManyRequests";
        }

        @Override
        public String message() {
            return "There were too many " + what + " in a short time. Try again later.";
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(pause);
        }
    }

    record MethodNotAllowed(String method) implements Problem {
        @Override
        public int status() {
            return 405;
        }

        @Override
        public String code() {
            return "MethodNotAllowed";
        }

        @Override
        public String message() {
            return "The method " + method + " is not allowed on this address.";
        }
    }

    // -- things that are not there --------------------------------------------------------------------------

    /// Something in the address does not exist; `code` says what (`SubscriptionNotFound`, `ResourceGroupNotFound`,
    /// `InvalidResourceNamespace`, `InvalidResourceType`, `ResourceNotFound`, `ParentResourceNotFound`,
    /// `OperationNotFound`, `NotFound`).
    record NotFound(String code, String message) implements Problem {
        @Override
        public int status() {
            return 404;
        }
    }

    /// What happened from a place on is no longer known; the oldest place from which it is comes with it.
    record HistoryGone(String message, String oldest) implements Problem {
        @Override
        public int status() {
            return 410;
        }

        @Override
        public String code() {
            return "WatchHistoryGone";
        }

        @Override
        public List<Detail> details() {
            return List.of(new Detail("watch.oldest", "The oldest place from which all is known.", oldest));
        }
    }

    // -- the state of things --------------------------------------------------------------------------------

    /// @param header the one that demands what is not so
    record PreconditionFailed(String message, String header) implements Problem {
        @Override
        public int status() {
            return 412;
        }

        @Override
        public Optional<String> target() {
            return Optional.of(header);
        }

        @Override
        public String code() {
            return "PreconditionFailed";
        }
    }

    /// Another operation is running on the resource; the same request may succeed when that has ended.
    record Busy(String resourceId, String operationId, Duration pause) implements Problem {
        @Override
        public int status() {
            return 409;
        }

        @Override
        public String code() {
            return "AnotherOperationInProgress";
        }

        @Override
        public String message() {
            return "Operation " + operationId + " is still running on '" + resourceId
                    + "'. Try again when it has ended.";
        }

        @Override
        public Optional<String> target() {
            return Optional.of(resourceId);
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(pause);
        }
    }

    /// The request contradicts what is there; asking again does not help. `code` says how
    /// (`ResourceAlreadyExists`, `InvalidResourceLocation`, `PropertyChangeNotAllowed`, `NotUpdatable`,
    /// `ResourceGroupNotEmpty`, `TypeInUse`, `TypeVersionExists`, `ParentBeingDeleted`, ...).
    record Conflict(String code, String message, List<Detail> details) implements Problem {
        public Conflict(String code, String message) {
            this(code, message, List.of());
        }

        @Override
        public int status() {
            return 409;
        }

        @Override
        public Optional<String> target() {
            return details.size() == 1
                    ? Optional.of(details.getFirst().target()).filter(place -> !place.isEmpty())
                    : Optional.empty();
        }
    }

    /// The operation was carried out and failed. The code is the handler error code's wire name, or the id of the
    /// contract rule that the handler broke. A handler that fails by itself is a bad gateway, and one that does
    /// not answer in time is too slow; 500 is a bug of the control plane.
    record OperationFailed(String code, String message, List<Detail> details) implements Problem {

        public OperationFailed {
            details = List.copyOf(details);
        }

        public OperationFailed(String code, String message) {
            this(code, message, List.of());
        }

        @Override
        public int status() {
            return switch (code) {
                case "InvalidRequest", "InvalidTypeConfiguration", "ServiceLimitExceeded" -> 400;
                case "AccessDenied", "UnauthorizedTaggingOperation", "InvalidCredentials" -> 403;
                case "NotFound" -> 404;
                case "AlreadyExists",
                        "ResourceConflict",
                        "NotUpdatable",
                        "OperationCanceled",
                        "NestedResourcesExist",
                        "NestedResourcesFailed",
                        "ResourceGroupDeletionBlocked",
                        "ResourceMoveFailed" -> 409;
                case "Throttling" -> 429;
                case "ServiceTimeout" -> 504;
                default -> 502;
            };
        }
    }

    record Forbidden(String message) implements Problem {
        @Override
        public int status() {
            return 403;
        }

        @Override
        public String code() {
            return "AuthorizationFailed";
        }
    }

    /// The request is not signed as it has to be. The code is the one of the Query protocol; [SignatureFlaw] has
    /// those of the others.
    record SignatureRefused(SignatureFlaw flaw, String code, String message) implements Problem {

        public SignatureRefused(SignatureFlaw flaw, String message) {
            this(flaw, flaw.queryCode(), message);
        }

        @Override
        public int status() {
            return flaw.status();
        }
    }

    /// Another cell of the control plane has to be asked.
    ///
    /// @param name what is there, or has to get its place through the front
    record Misdirected(String name, String message) implements Problem {
        @Override
        public int status() {
            return 421;
        }

        @Override
        public String code() {
            return "MisdirectedRequest";
        }
    }

    // -- the server's own trouble ---------------------------------------------------------------------------

    /// No room left for what would have to be stored.
    record StorageFull() implements Problem {
        @Override
        public int status() {
            return 507;
        }

        @Override
        public String code() {
            return "InsufficientStorage";
        }

        @Override
        public String message() {
            return "The control plane has no room left to store the request. Nothing was changed.";
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(Duration.ofSeconds(60));
        }
    }

    /// The database is away, or too many requests wait.
    record Unavailable() implements Problem {
        @Override
        public int status() {
            return 503;
        }

        @Override
        public String code() {
            return "ServiceUnavailable";
        }

        @Override
        public String message() {
            return "The control plane can't store or read its state at the moment.";
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(Duration.ofSeconds(10));
        }
    }

    /// There is more to do than can be done in good time; the request was not looked at.
    record Overloaded() implements Problem {
        @Override
        public int status() {
            return 503;
        }

        @Override
        public String code() {
            return "ServerBusy";
        }

        @Override
        public String message() {
            return "The control plane is busy. Nothing was changed; try again.";
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(Duration.ofSeconds(1));
        }
    }

    /// A handler did not answer a read in time that somebody waits for.
    ///
    /// @param handler `read` for example
    record HandlerTooSlow(String handler) implements Problem {
        @Override
        public int status() {
            return 504;
        }

        @Override
        public String code() {
            return "GatewayTimeout";
        }

        @Override
        public String message() {
            return "The " + handler + " handler did not answer in time.";
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(Duration.ofSeconds(10));
        }
    }

    /// The cell of a location can't be asked, though the rest of the control plane can.
    ///
    /// @param code how: `LocationUnavailable`, `LocationTimeout`, ...
    record CellTrouble(int status, String code, String message) implements Problem {
        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(Duration.ofSeconds(10));
        }
    }

    /// A refusal by a cell, as the front tells it.
    record OfCell(int status, String code, String message) implements Problem {}

    /// A bug. The details are in the log, under the request's id.
    record Internal() implements Problem {
        @Override
        public int status() {
            return 500;
        }

        @Override
        public String code() {
            return "InternalServerError";
        }

        @Override
        public String message() {
            return "The control plane failed. The log has the details under this request's id.";
        }
    }
}
