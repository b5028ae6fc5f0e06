package fairlead.server.registry.stack;

import fairlead.server.access.Action;
import java.util.Arrays;
import java.util.Optional;

/// The actions on stacks that are known here.
enum StackAction {
    CREATE_STACK("CreateStack", Effect.WRITE),
    UPDATE_STACK("UpdateStack", Effect.WRITE),
    DELETE_STACK("DeleteStack", Effect.DELETE),
    CANCEL_UPDATE_STACK("CancelUpdateStack", Effect.WRITE),
    CONTINUE_UPDATE_ROLLBACK("ContinueUpdateRollback", Effect.WRITE),
    ROLLBACK_STACK("RollbackStack", Effect.WRITE),
    UPDATE_TERMINATION_PROTECTION("UpdateTerminationProtection", Effect.WRITE),
    DESCRIBE_STACKS("DescribeStacks", Effect.READ),
    LIST_STACKS("ListStacks", Effect.READ),
    DESCRIBE_STACK_EVENTS("DescribeStackEvents", Effect.READ),
    DESCRIBE_EVENTS("DescribeEvents", Effect.READ),
    DESCRIBE_STACK_RESOURCE("DescribeStackResource", Effect.READ),
    DESCRIBE_STACK_RESOURCES("DescribeStackResources", Effect.READ),
    LIST_STACK_RESOURCES("ListStackResources", Effect.READ),
    GET_TEMPLATE("GetTemplate", Effect.READ),
    GET_TEMPLATE_SUMMARY("GetTemplateSummary", Effect.READ),
    VALIDATE_TEMPLATE("ValidateTemplate", Effect.READ),
    CREATE_CHANGE_SET("CreateChangeSet", Effect.WRITE),
    DESCRIBE_CHANGE_SET("DescribeChangeSet", Effect.READ),
    EXECUTE_CHANGE_SET("ExecuteChangeSet", Effect.WRITE),
    DELETE_CHANGE_SET("DeleteChangeSet", Effect.DELETE),
    LIST_CHANGE_SETS("ListChangeSets", Effect.READ),
    LIST_EXPORTS("ListExports", Effect.READ),
    LIST_IMPORTS("ListImports", Effect.READ),
    GET_STACK_POLICY("GetStackPolicy", Effect.READ),
    SET_STACK_POLICY("SetStackPolicy", Effect.WRITE),
    DETECT_STACK_DRIFT("DetectStackDrift", Effect.WRITE),
    DETECT_STACK_RESOURCE_DRIFT("DetectStackResourceDrift", Effect.WRITE),
    DESCRIBE_STACK_DRIFT_DETECTION_STATUS("DescribeStackDriftDetectionStatus", Effect.READ),
    DESCRIBE_STACK_RESOURCE_DRIFTS("DescribeStackResourceDrifts", Effect.READ),
    DESCRIBE_ACCOUNT_LIMITS("DescribeAccountLimits", Effect.READ),
    SIGNAL_RESOURCE("SignalResource", Effect.WRITE),
    ESTIMATE_TEMPLATE_COST("EstimateTemplateCost", Effect.READ);

    /// What an action does to stacks, and so which permission it needs.
    enum Effect {
        READ("Fairlead.Control/stacks/read"),
        WRITE("Fairlead.Control/stacks/write"),
        DELETE("Fairlead.Control/stacks/delete");

        private final String permission;

        Effect(String permission) {
            this.permission = permission;
        }
    }

    private final String text;
    private final Effect effect;

    StackAction(String text, Effect effect) {
        this.text = text;
        this.effect = effect;
    }

    /// The one of that name, as requests write it.
    static Optional<StackAction> parse(String text) {
        return Arrays.stream(values())
                .filter(action -> action.text.equals(text))
                .findFirst();
    }

    /// Its name, as requests write it.
    String text() {
        return text;
    }

    boolean changes() {
        return effect != Effect.READ;
    }

    /// What it asks for.
    Action permission() {
        return Action.of(effect.permission);
    }
}
