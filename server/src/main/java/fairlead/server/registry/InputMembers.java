package fairlead.server.registry;

import java.util.List;
import java.util.stream.Stream;

/// What becomes of each member of an action's input, as CloudFormation's model names it (`Filters.Category` is one of a
/// structure). Each is heeded or refused: none is silently without effect.
///
/// @param heeded go into what is done or shown
/// @param refused would have an effect at AWS, and can have none here, where nothing is published or delivered
record InputMembers(List<String> heeded, List<String> refused) {

    /// Those that name a type and its version.
    private static final List<String> VERSION = List.of("Arn", "Type", "TypeName", "VersionId");

    private static final List<String> TYPES = List.of(
            "Visibility",
            "ProvisioningType",
            "DeprecatedStatus",
            "Type",
            "Filters.Category",
            "Filters.TypeNamePrefix",
            "MaxResults",
            "NextToken");

    private static final List<String> CONFIGURATION_IDENTIFIER = Stream.of(
                    "TypeArn", "TypeConfigurationAlias", "TypeConfigurationArn", "Type", "TypeName")
            .map(member -> "TypeConfigurationIdentifiers." + member)
            .toList();

    InputMembers {
        heeded = List.copyOf(heeded);
        refused = List.copyOf(refused);
    }

    static InputMembers of(RegistryAction action) {
        return switch (action) {
            case DESCRIBE_TYPE -> new InputMembers(VERSION, List.of("PublisherId", "PublicVersionNumber"));
            case LIST_TYPES -> new InputMembers(TYPES, List.of("Filters.PublisherId"));
            case LIST_TYPE_VERSIONS ->
                new InputMembers(
                        List.of("Type", "TypeName", "Arn", "MaxResults", "NextToken", "DeprecatedStatus"),
                        List.of("PublisherId"));
            case SET_TYPE_DEFAULT_VERSION, DEREGISTER_TYPE -> new InputMembers(VERSION, List.of());
            case TEST_TYPE -> new InputMembers(VERSION, List.of("LogDeliveryBucket"));
            case REGISTER_TYPE ->
                new InputMembers(
                        List.of(
                                "Type",
                                "TypeName",
                                "SchemaHandlerPackage",
                                "LoggingConfig.LogRoleArn",
                                "LoggingConfig.LogGroupName",
                                "ExecutionRoleArn",
                                "ClientRequestToken"),
                        List.of());
            case DESCRIBE_TYPE_REGISTRATION -> new InputMembers(List.of("RegistrationToken"), List.of());
            case LIST_TYPE_REGISTRATIONS ->
                new InputMembers(
                        List.of("Type", "TypeName", "TypeArn", "RegistrationStatusFilter", "MaxResults", "NextToken"),
                        List.of());
            case SET_TYPE_CONFIGURATION ->
                new InputMembers(
                        List.of("TypeArn", "Configuration", "ConfigurationAlias", "TypeName", "Type"), List.of());
            case BATCH_DESCRIBE_TYPE_CONFIGURATIONS -> new InputMembers(CONFIGURATION_IDENTIFIER, List.of());
            case LIST_HOOK_RESULTS ->
                new InputMembers(List.of("TargetType", "TargetId", "TypeArn", "Status", "NextToken"), List.of());
            case GET_HOOK_RESULT -> new InputMembers(List.of("HookResultId"), List.of());
            case ACTIVATE_TYPE ->
                new InputMembers(
                        List.of("Type", "PublicTypeArn", "TypeName", "TypeNameAlias"),
                        List.of(
                                "PublisherId",
                                "AutoUpdate",
                                "LoggingConfig.LogRoleArn",
                                "LoggingConfig.LogGroupName",
                                "ExecutionRoleArn",
                                "VersionBump",
                                "MajorVersion"));
            case DEACTIVATE_TYPE -> new InputMembers(List.of("TypeName", "Type", "Arn"), List.of());
            case PUBLISH_TYPE -> new InputMembers(List.of(), List.of("Type", "Arn", "TypeName", "PublicVersionNumber"));
            case REGISTER_PUBLISHER ->
                new InputMembers(List.of(), List.of("AcceptTermsAndConditions", "ConnectionArn"));
            case DESCRIBE_PUBLISHER -> new InputMembers(List.of(), List.of("PublisherId"));
        };
    }
}
