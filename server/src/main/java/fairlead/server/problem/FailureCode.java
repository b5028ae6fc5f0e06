package fairlead.server.problem;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Codes that no request is refused with and no handler answers: the control plane itself lets an operation fail,
/// or can't check a resource, or can't export all of it.
public enum FailureCode implements Code {
    CONFLICT("Conflict"),
    DEPLOYMENT_FAILED("DeploymentFailed", 409),
    EXPORT_TEMPLATE_COMPLETED_WITH_ERRORS("ExportTemplateCompletedWithErrors"),
    EXPORT_TEMPLATE_SECRET_LEFT_OUT("ExportTemplateSecretLeftOut"),
    IMPORT_FAILED("ImportFailed", PERMANENT),
    NESTED_RESOURCES_FAILED("NestedResourcesFailed", 409),
    NOT_MADE("NotMade"),
    OPERATION_STOPPED("OperationStopped"),
    QUARANTINED("Quarantined", PERMANENT),
    RESOURCE_GROUP_DELETION_BLOCKED("ResourceGroupDeletionBlocked", 409),
    RESOURCE_IS_EXTENDED("ResourceIsExtended"),
    RESOURCE_MOVE_FAILED("ResourceMoveFailed", 409),
    STACK_OPERATION_FAILED("StackOperationFailed", 409);

    private static final Map<String, FailureCode> BY_TEXT =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(FailureCode::text, Function.identity()));

    private final String text;
    private final OptionalInt end;

    /// One that stands inside of answers only.
    FailureCode(String text) {
        this.text = text;
        end = OptionalInt.empty();
    }

    FailureCode(String text, int status) {
        this.text = text;
        end = OptionalInt.of(status);
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public int status() {
        return end.orElse(PERMANENT);
    }

    /// The status of a request that waited for an operation which ends so; none if no operation does.
    public OptionalInt end() {
        return end;
    }

    static Optional<FailureCode> parse(String text) {
        return Optional.ofNullable(BY_TEXT.get(text));
    }
}
