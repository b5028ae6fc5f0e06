package fairlead.server.registry.stack;

import fairlead.server.registry.query.QueryParameters;
import java.util.ArrayList;
import java.util.List;

/// What becomes of each member of an action's input, as CloudFormation's model names it. Each is heeded or
/// refused: none is silently without effect. Members that the model does not have are newer than this server,
/// and ignored.
///
/// @param heeded go into what is done or shown
/// @param refused would have an effect at AWS, and can have none here
record StackMembers(List<String> heeded, List<String> refused) {

    private static final List<String> TEMPLATE = List.of("TemplateBody", "TemplateURL");

    private static final List<String> STACK = List.of(
            "TemplateBody",
            "TemplateURL",
            "Parameters",
            "Capabilities",
            "ResourceTypes",
            "RoleARN",
            "RollbackConfiguration",
            "NotificationARNs",
            "Tags");

    StackMembers {
        heeded = List.copyOf(heeded);
        refused = List.copyOf(refused);
    }

    private static StackMembers heeded(String... members) {
        return new StackMembers(List.of(members), List.of());
    }

    private static List<String> and(List<String> some, String... more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(more));
        return all;
    }

    static StackMembers of(StackAction action) {
        return switch (action) {
            case CREATE_STACK ->
                new StackMembers(
                        and(
                                STACK,
                                "StackName",
                                "DisableRollback",
                                "OnFailure",
                                "StackPolicyBody",
                                "StackPolicyURL",
                                "ClientRequestToken",
                                "EnableTerminationProtection",
                                "RetainExceptOnCreate",
                                "TimeoutInMinutes"),
                        List.of());
            case UPDATE_STACK ->
                new StackMembers(
                        and(
                                STACK,
                                "StackName",
                                "UsePreviousTemplate",
                                "StackPolicyDuringUpdateBody",
                                "StackPolicyDuringUpdateURL",
                                "StackPolicyBody",
                                "StackPolicyURL",
                                "DisableRollback",
                                "ClientRequestToken",
                                "RetainExceptOnCreate"),
                        List.of());
            case CREATE_CHANGE_SET ->
                new StackMembers(
                        and(
                                STACK,
                                "StackName",
                                "UsePreviousTemplate",
                                "ChangeSetName",
                                "ClientToken",
                                "Description",
                                "ChangeSetType",
                                "IncludeNestedStacks",
                                "OnStackFailure",
                                "ImportExistingResources",
                                "ResourcesToImport"),
                        List.of("DeploymentMode"));
            default -> ofOthers(action);
        };
    }

    /// Those that do not say what a stack is to be.
    private static StackMembers ofOthers(StackAction action) {
        return switch (action) {
            case CREATE_STACK, UPDATE_STACK, CREATE_CHANGE_SET -> throw new IllegalStateException(action.text());
            case DESCRIBE_CHANGE_SET -> heeded("ChangeSetName", "StackName", "NextToken", "IncludePropertyValues");
            case EXECUTE_CHANGE_SET ->
                heeded("ChangeSetName", "StackName", "ClientRequestToken", "DisableRollback", "RetainExceptOnCreate");
            case DELETE_CHANGE_SET -> heeded("ChangeSetName", "StackName");
            case DELETE_STACK ->
                heeded("StackName", "RetainResources", "RoleARN", "ClientRequestToken", "DeletionMode");
            case CONTINUE_UPDATE_ROLLBACK -> heeded("StackName", "RoleARN", "ResourcesToSkip", "ClientRequestToken");
            case ROLLBACK_STACK -> heeded("StackName", "RoleARN", "ClientRequestToken", "RetainExceptOnCreate");
            case GET_TEMPLATE_SUMMARY ->
                new StackMembers(
                        and(TEMPLATE, "StackName", "TemplateSummaryConfig"), List.of("StackSetName", "CallAs"));
            case VALIDATE_TEMPLATE -> new StackMembers(TEMPLATE, List.of());
            case ESTIMATE_TEMPLATE_COST -> new StackMembers(List.of(), and(TEMPLATE, "Parameters"));
            case SIGNAL_RESOURCE -> heeded("StackName", "LogicalResourceId", "UniqueId", "Status");
            case CANCEL_UPDATE_STACK -> heeded("StackName", "ClientRequestToken");
            case UPDATE_TERMINATION_PROTECTION -> heeded("StackName", "EnableTerminationProtection");
            case DESCRIBE_STACKS, DESCRIBE_STACK_EVENTS, LIST_STACK_RESOURCES, LIST_CHANGE_SETS ->
                heeded("StackName", "NextToken");
            case LIST_STACKS -> heeded("NextToken", "StackStatusFilter");
            case DESCRIBE_EVENTS -> heeded("StackName", "ChangeSetName", "OperationId", "Filters", "NextToken");
            case DESCRIBE_STACK_RESOURCE, DETECT_STACK_RESOURCE_DRIFT -> heeded("StackName", "LogicalResourceId");
            case DESCRIBE_STACK_RESOURCES -> heeded("StackName", "LogicalResourceId", "PhysicalResourceId");
            case GET_TEMPLATE -> heeded("StackName", "ChangeSetName", "TemplateStage");
            case LIST_EXPORTS, DESCRIBE_ACCOUNT_LIMITS -> heeded("NextToken");
            case LIST_IMPORTS -> heeded("ExportName", "NextToken");
            case GET_STACK_POLICY -> heeded("StackName");
            case SET_STACK_POLICY -> heeded("StackName", "StackPolicyBody", "StackPolicyURL");
            case DETECT_STACK_DRIFT -> heeded("StackName", "LogicalResourceIds");
            case DESCRIBE_STACK_DRIFT_DETECTION_STATUS -> heeded("StackDriftDetectionId");
            case DESCRIBE_STACK_RESOURCE_DRIFTS ->
                heeded("StackName", "StackResourceDriftStatusFilters", "NextToken", "MaxResults");
        };
    }

    /// Refuses a request that has a member which can have no effect.
    void requireHeeded(QueryParameters parameters) {
        refused.stream().filter(parameters::has).findFirst().ifPresent(member -> {
            throw StackFaults.unavailable(member);
        });
    }
}
