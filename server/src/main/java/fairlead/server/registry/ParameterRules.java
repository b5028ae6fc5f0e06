package fairlead.server.registry;

import fairlead.server.registry.query.QueryParameters.Rule;

/// How the parameters of the registry's actions may look, as CloudFormation's API reference has it.
final class ParameterRules {

    private static final String UUID = "[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}";

    static final Rule TYPE_NAME =
            Rule.of("[A-Za-z0-9]{2,64}::[A-Za-z0-9]{2,64}::[A-Za-z0-9]{2,64}(::MODULE){0,1}", 10, 204);
    static final Rule TYPE_NAME_PREFIX = Rule.of("([A-Za-z0-9]{2,64}::){0,2}([A-Za-z0-9]{2,64}:?){0,1}", 1, 204);
    static final Rule TYPE_ARN =
            Rule.of("arn:aws[A-Za-z0-9-]{0,64}:cloudformation:[A-Za-z0-9-]{1,64}:([0-9]{12})?:type/.+", 0, 1024);
    static final Rule CONFIGURATION_ARN = Rule.of(
            "arn:aws[A-Za-z0-9-]{0,64}:cloudformation:[A-Za-z0-9-]{1,64}:([0-9]{12})?:type-configuration/.+", 0, 1024);
    static final Rule VERSION_ID = Rule.of("[A-Za-z0-9-]+", 1, 128);
    static final Rule PACKAGE = Rule.of(".+", 1, 4096);
    static final Rule TOKEN = Rule.of("[a-zA-Z0-9][-a-zA-Z0-9]*", 1, 128);
    static final Rule ROLE_ARN = Rule.of("arn:.+:iam::[0-9]{12}:role/.+", 1, 256);
    static final Rule LOG_GROUP = Rule.of("[\\.\\-_/#A-Za-z0-9]+", 1, 512);
    static final Rule ALIAS = Rule.of("[a-zA-Z0-9]{1,256}", 1, 256);
    static final Rule CONFIGURATION = Rule.of("[\\s\\S]+", 1, 204_800);
    static final Rule NEXT_TOKEN = Rule.of(".+", 1, 1024);

    static final Rule HOOK_TARGET_ID = Rule.of("[a-zA-Z][-a-zA-Z0-9]*|arn:[-a-zA-Z0-9:/]*|" + UUID, 1, 1600);
    static final Rule HOOK_RESULT_ID = Rule.of(UUID, 36, 36);

    private ParameterRules() {}

    /// `Type`.
    enum Kind {
        RESOURCE,
        MODULE,
        HOOK
    }

    /// `TargetType` of what hooks were asked about.
    enum HookTarget {
        CHANGE_SET,
        STACK,
        RESOURCE,
        CLOUD_CONTROL
    }

    enum Visibility {
        PUBLIC,
        PRIVATE
    }

    enum ProvisioningType {
        NON_PROVISIONABLE,
        IMMUTABLE,
        FULLY_MUTABLE
    }

    enum DeprecatedStatus {
        LIVE,
        DEPRECATED
    }

    /// `Filters.Category`.
    enum Category {
        REGISTERED,
        ACTIVATED,
        THIRD_PARTY,
        AWS_TYPES
    }
}
