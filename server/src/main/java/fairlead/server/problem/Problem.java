package fairlead.server.problem;

import fairlead.handler.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Every way in which a request can be refused. Each knows its HTTP status, its code for machines, its
/// message for the caller and whether asking again later helps. None carries a write-only value.
///
/// The cases differ in what they know; what they are called stands in the closed catalogue [ProblemCode].
/// Each protocol renders a problem in one place, by a `switch` over the cases without `default`.
public sealed interface Problem {

    /// The [#target()] of what is wrong with the body as a whole.
    String BODY = "body";

    /// What programs branch on.
    Code code();

    default int status() {
        return code().status();
    }

    String message();

    /// What the problem is about: a JSON Pointer into the request's body, or [#BODY] for all of it; the name
    /// of a query parameter, a header or a part of the address; or a resource id.
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

    /// One with a code of the catalogue, which has its name in each protocol.
    sealed interface Listed extends Problem {
        @Override
        ProblemCode code();
    }

    /// What passes by itself: the same request may be answered in ten seconds.
    sealed interface Passing extends Listed {
        @Override
        default Optional<Duration> retryAfter() {
            return Optional.of(Duration.ofSeconds(10));
        }
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
    /// @param place a JSON Pointer to the innermost value that was read to its beginning; empty for the
    ///     body itself
    record MalformedBody(String message, String place) implements Listed {

        public MalformedBody(String message) {
            this(message, "");
        }

        @Override
        public Optional<String> target() {
            return Optional.of(place.isEmpty() ? BODY : place);
        }

        @Override
        public ProblemCode code() {
            return ProblemCode.INVALID_REQUEST_CONTENT;
        }
    }

    /// The body is JSON and breaks the envelope's or the schema's rules; all that is wrong, at once.
    record InvalidBody(List<Detail> details) implements Listed {

        private static final int MOST = 200;

        /// Of more than two hundred only the first are told.
        public InvalidBody {
            details = details.size() <= MOST ? List.copyOf(details) : first(details);
        }

        private static List<Detail> first(List<Detail> details) {
            List<Detail> first = new ArrayList<>(details.subList(0, MOST - 1));
            String message = "there are " + (details.size() - first.size()) + " more problems, which are not told";
            first.add(new Detail("body.more", message, ""));
            return List.copyOf(first);
        }

        public static InvalidBody of(String id, String message, String target) {
            return new InvalidBody(List.of(new Detail(id, message, target)));
        }

        @Override
        public ProblemCode code() {
            return ProblemCode.VALIDATION_FAILED;
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

    record UnsupportedMediaType(String found, String expected) implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.UNSUPPORTED_MEDIA_TYPE;
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

    /// @param limit what is allowed
    /// @param unit of the limit, `bytes` for example
    record BodyTooLarge(long limit, String unit) implements Listed {

        public BodyTooLarge(long limit) {
            this(limit, "bytes");
        }

        /// A body of too many JSON values, each of which takes far more memory than its text.
        public static BodyTooLarge ofValues(long limit) {
            return new BodyTooLarge(limit, "JSON values");
        }

        @Override
        public ProblemCode code() {
            return ProblemCode.REQUEST_ENTITY_TOO_LARGE;
        }

        @Override
        public String message() {
            return unit.equals("bytes")
                    ? "The request body is larger than " + limit + " bytes."
                    : "The request body has more " + unit + " than " + limit + ", which is the most that is allowed.";
        }

        @Override
        public Optional<String> target() {
            return Optional.of(BODY);
        }
    }

    /// A wrong query parameter, header or address; `code` says which rule.
    ///
    /// @param about the parameter, the header or the part of the address; empty if it is none in particular
    record BadRequest(ProblemCode code, String message, String about) implements Listed {

        public BadRequest(ProblemCode code, String message) {
            this(code, message, "");
        }

        @Override
        public Optional<String> target() {
            return about.isEmpty() ? Optional.empty() : Optional.of(about);
        }
    }

    /// The body did not arrive in time.
    record RequestTimeout() implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.REQUEST_TIMEOUT;
        }

        @Override
        public String message() {
            return "The request did not arrive in time.";
        }
    }

    /// The caller has asked for more than its share.
    ///
    /// @param what it has used up, `reads` for example
    record TooManyRequests(String what, Duration pause) implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.TOO_MANY_REQUESTS;
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

    record MethodNotAllowed(String method) implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.METHOD_NOT_ALLOWED;
        }

        @Override
        public String message() {
            return "The method " + method + " is not allowed on this address.";
        }
    }

    // -- things that are not there --------------------------------------------------------------------------

    /// Something in the address does not exist; `code` says what.
    record NotFound(ProblemCode code, String message) implements Listed {}

    /// Of a subscription that does not exist, or of which the caller may not know.
    static Problem subscriptionNotFound(String id) {
        return new NotFound(ProblemCode.SUBSCRIPTION_NOT_FOUND, "The subscription '" + id + "' could not be found.");
    }

    /// What happened from a place on is no longer known; the oldest place from which it is comes with it.
    record HistoryGone(String message, String oldest) implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.WATCH_HISTORY_GONE;
        }

        @Override
        public List<Detail> details() {
            return List.of(new Detail("watch.oldest", "The oldest place from which all is known.", oldest));
        }
    }

    // -- the state of things --------------------------------------------------------------------------------

    /// @param header the one that demands what is not so
    record PreconditionFailed(String message, String header) implements Listed {
        @Override
        public Optional<String> target() {
            return Optional.of(header);
        }

        @Override
        public ProblemCode code() {
            return ProblemCode.PRECONDITION_FAILED;
        }
    }

    /// What a request would do is not what its caller was shown.
    ///
    /// @param header the one that has the hash of the plan that was shown
    record PlanChanged(String message, String header) implements Listed {
        @Override
        public Optional<String> target() {
            return Optional.of(header);
        }

        @Override
        public ProblemCode code() {
            return ProblemCode.PLAN_CHANGED;
        }
    }

    /// Another operation is running on the resource; the same request may succeed when that has ended.
    record Busy(String resourceId, String operationId, Duration pause) implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.ANOTHER_OPERATION_IN_PROGRESS;
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

    /// The request contradicts what is there; asking again does not help. `code` says how.
    record Conflict(ProblemCode code, String message, List<Detail> details) implements Listed {
        public Conflict(ProblemCode code, String message) {
            this(code, message, List.of());
        }

        @Override
        public Optional<String> target() {
            return details.size() == 1
                    ? Optional.of(details.getFirst().target()).filter(place -> !place.isEmpty())
                    : Optional.empty();
        }
    }

    /// The operation was carried out and failed.
    record OperationFailed(Code code, String message, List<Detail> details) implements Problem {

        public OperationFailed {
            details = List.copyOf(details);
        }

        public OperationFailed(Code code, String message) {
            this(code, message, List.of());
        }

        public OperationFailed(ErrorCode code, String message) {
            this(new Code.OfHandler(code), message);
        }

        @Override
        public int status() {
            Code cause = code.ofHandler().<Code>map(Code.OfHandler::new).orElse(code);
            return cause instanceof ProblemCode own ? status(own) : cause.status();
        }

        /// Of what stopped the operation after it had begun.
        private static int status(ProblemCode own) {
            return own == ProblemCode.OPERATION_CANCELED || own == ProblemCode.NESTED_RESOURCES_EXIST
                    ? 409
                    : Code.PERMANENT;
        }
    }

    /// The caller is known, and may not.
    record Forbidden(ProblemCode code, String message) implements Listed {

        public Forbidden(String message) {
            this(ProblemCode.AUTHORIZATION_FAILED, message);
        }
    }

    /// What is asked for is outside of the guardrails.
    ///
    /// @param resource its name
    /// @param violations what is told of each rule that refuses it: JSON objects
    record Disallowed(String message, String resource, List<ObjectNode> violations) implements Listed {

        public Disallowed {
            violations = List.copyOf(violations);
        }

        @Override
        public ProblemCode code() {
            return ProblemCode.REQUEST_DISALLOWED_BY_POLICY;
        }

        @Override
        public Optional<String> target() {
            return Optional.of(resource);
        }
    }

    /// What is asked for has to be approved first.
    ///
    /// @param approval what is told of the approval that was asked for: a JSON object; empty if none was
    record ApprovalRequired(String message, Optional<ObjectNode> approval) implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.APPROVAL_REQUIRED;
        }
    }

    /// It is not known who the caller is.
    ///
    /// @param challenge the value of `WWW-Authenticate`: how to say who one is
    record Unauthenticated(ProblemCode code, String message, String challenge) implements Listed {}

    /// The request is not signed as it has to be.
    record SignatureRefused(SignatureFlaw flaw, String message) implements Problem {
        @Override
        public Code code() {
            return new Code.OfSignature(flaw);
        }
    }

    /// Another cell of the control plane has to be asked.
    ///
    /// @param name what is there, or has to get its place through the front
    record Misdirected(String name, String message) implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.MISDIRECTED_REQUEST;
        }
    }

    // -- the server's own trouble ---------------------------------------------------------------------------

    /// No room left for what would have to be stored.
    record StorageFull() implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.INSUFFICIENT_STORAGE;
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
    record Unavailable() implements Passing {
        @Override
        public ProblemCode code() {
            return ProblemCode.SERVICE_UNAVAILABLE;
        }

        @Override
        public String message() {
            return "The control plane can't store or read its state at the moment.";
        }
    }

    /// What is recorded reaches its second place too late (`--audit-export-within`).
    record AuditExportBehind() implements Passing {
        @Override
        public ProblemCode code() {
            return ProblemCode.AUDIT_EXPORT_BEHIND;
        }

        @Override
        public String message() {
            return "The server can't give away what it records about changes at the moment, and so makes none. Nothing"
                    + " was changed; try again later.";
        }
    }

    /// The cell knows too little of who may do what by now.
    ///
    /// @param home the location whose cell knows it
    /// @param age of what is known here; empty if nothing was told since the cell has started
    record AccessDataTooOld(String home, Optional<Duration> age) implements Passing {
        @Override
        public ProblemCode code() {
            return ProblemCode.ACCESS_DATA_TOO_OLD;
        }

        @Override
        public String message() {
            return "This cell has not been told for "
                    + age.map(time -> time.toSeconds() + " seconds").orElse("as long as it runs")
                    + " who may do what, since the cell of '" + home
                    + "' or the fronts can't be reached. Nothing was changed; reads are served.";
        }
    }

    /// The operator has started the server without operations (`--paused`).
    record Paused() implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.OPERATIONS_PAUSED;
        }

        @Override
        public String message() {
            return "The server was started with --paused and begins no operations. Nothing was changed; try again once"
                    + " it runs without.";
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(Duration.ofSeconds(60));
        }
    }

    /// There is more to do than can be done in good time; the request was not looked at.
    record Overloaded() implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.SERVER_BUSY;
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

    /// A handler did not answer a read in time that a caller waits for.
    ///
    /// @param handler `read` for example
    record HandlerTooSlow(String handler) implements Passing {
        @Override
        public ProblemCode code() {
            return ProblemCode.GATEWAY_TIMEOUT;
        }

        @Override
        public String message() {
            return "The " + handler + " handler did not answer in time.";
        }
    }

    /// The cell of a location can't be asked, though the rest of the control plane can.
    ///
    /// @param code how; of a cell that answers for another one, as it says it
    record CellTrouble(int status, Code code, String message) implements Problem {

        public CellTrouble(ProblemCode code, String message) {
            this(code.status(), code, message);
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(Duration.ofSeconds(10));
        }
    }

    /// A refusal by a cell, as the front tells it.
    record OfCell(int status, Code code, String message) implements Problem {}

    /// A bug. The details are in the log, under the request's id.
    record Internal() implements Listed {
        @Override
        public ProblemCode code() {
            return ProblemCode.INTERNAL_SERVER_ERROR;
        }

        @Override
        public String message() {
            return "The control plane failed. The log has the details under this request's id.";
        }
    }
}
