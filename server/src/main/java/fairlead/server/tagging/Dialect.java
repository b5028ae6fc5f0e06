package fairlead.server.tagging;

import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import java.util.Optional;
import java.util.stream.Collectors;

/// One of the two services: how it is called, and what its exceptions are called.
///
/// What a repetition can't heal is a 400: clients repeat everything from 500 up.
enum Dialect {
    /// "Resource Groups Tagging API".
    GROUPS("ResourceGroupsTaggingAPI_20170126.", "application/x-amz-json-1.1", "Message"),
    /// The operations of `aws.api#tagEnabled`, on one resource.
    RESOURCE("FairleadTagging.", "application/x-amz-json-1.0", "message");

    private static final Dialect[] ALL = values();

    private final String prefix;
    private final String contentType;
    private final String messageMember;

    Dialect(String prefix, String contentType, String messageMember) {
        this.prefix = prefix;
        this.contentType = contentType;
        this.messageMember = messageMember;
    }

    /// The one that a target names, with whatever action.
    static Optional<Dialect> of(String target) {
        for (Dialect dialect : ALL) {
            if (target.startsWith(dialect.prefix)) {
                return Optional.of(dialect);
            }
        }
        return Optional.empty();
    }

    String prefix() {
        return prefix;
    }

    String contentType() {
        return contentType;
    }

    String messageMember() {
        return messageMember;
    }

    /// @param code the name of an exception
    record Fault(int status, String code, String message) {}

    Fault fault(Problem problem) {
        String message = message(problem);
        return switch (problem) {
            case Problem.SignatureRefused(var flaw, var _) -> new Fault(flaw.status(), flaw.jsonCode(), message);
            case Problem.BadRequest(var code, var _, var _)
            when code.isException() -> new Fault(400, code.text(), message);
            case Problem.MalformedBody _ -> new Fault(400, "SerializationException", message);
            case Problem.Forbidden _, Problem.Disallowed _, Problem.ApprovalRequired _, Problem.Unauthenticated _ ->
                new Fault(400, "AccessDeniedException", message);
            case Problem.TooManyRequests _ ->
                new Fault(400, named("ThrottledException", "ThrottlingException"), message);
            case Problem.NotFound _ -> new Fault(400, named(INVALID_PARAMETER, "ResourceNotFoundException"), message);
            case Problem.Busy _, Problem.Conflict _, Problem.PreconditionFailed _, Problem.PlanChanged _ ->
                new Fault(400, named(INVALID_PARAMETER, "ConflictException"), message);
            case Problem.InvalidBody(var details)
            when details.stream().anyMatch(detail -> detail.id().equals("tags.too-many")) ->
                new Fault(400, named(INVALID_PARAMETER, "TooManyTagsException"), message);
            case Problem.BadRequest _,
                    Problem.InvalidBody _,
                    Problem.UnsupportedMediaType _,
                    Problem.BodyTooLarge _,
                    Problem.RequestTimeout _,
                    Problem.MethodNotAllowed _,
                    Problem.HistoryGone _,
                    Problem.Misdirected _,
                    Problem.OperationFailed _,
                    Problem.StorageFull _,
                    Problem.Unavailable _,
                    Problem.Overloaded _,
                    Problem.AuditExportBehind _,
                    Problem.Paused _,
                    Problem.AccessDataTooOld _,
                    Problem.HandlerTooSlow _,
                    Problem.CellTrouble _,
                    Problem.OfCell _,
                    Problem.Internal _ ->
                problem.status() < 500
                        ? new Fault(400, named(INVALID_PARAMETER, "ValidationException"), message)
                        : new Fault(problem.status(), named(INTERNAL, "InternalServerException"), message);
        };
    }

    static final String INVALID_PARAMETER = ProblemCode.INVALID_PARAMETER_EXCEPTION.text();
    static final String INTERNAL = "InternalServiceException";

    private String named(String ofGroups, String ofResource) {
        return this == GROUPS ? ofGroups : ofResource;
    }

    static String message(Problem problem) {
        return problem instanceof Problem.InvalidBody(var details)
                ? details.stream().map(Dialect::line).collect(Collectors.joining("\n"))
                : problem.message();
    }

    private static String line(Detail detail) {
        return detail.target() + ": " + detail.message();
    }
}
