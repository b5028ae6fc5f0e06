package fairlead.server.registry;

import fairlead.server.access.Action;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// The actions of CloudFormation's registry that are known here.
enum RegistryAction {
    DESCRIBE_TYPE("DescribeType", Effect.READ),
    LIST_TYPES("ListTypes", Effect.READ),
    LIST_TYPE_VERSIONS("ListTypeVersions", Effect.READ),
    SET_TYPE_DEFAULT_VERSION("SetTypeDefaultVersion", Effect.WRITE),
    DEREGISTER_TYPE("DeregisterType", Effect.DELETE),
    TEST_TYPE("TestType", Effect.WRITE),
    REGISTER_TYPE("RegisterType", Effect.WRITE),
    DESCRIBE_TYPE_REGISTRATION("DescribeTypeRegistration", Effect.READ),
    LIST_TYPE_REGISTRATIONS("ListTypeRegistrations", Effect.READ),
    SET_TYPE_CONFIGURATION("SetTypeConfiguration", Effect.CONFIGURE),
    BATCH_DESCRIBE_TYPE_CONFIGURATIONS("BatchDescribeTypeConfigurations", Effect.READ),
    LIST_HOOK_RESULTS("ListHookResults", Effect.READ),
    GET_HOOK_RESULT("GetHookResult", Effect.READ),
    ACTIVATE_TYPE("ActivateType", Effect.WRITE),
    DEACTIVATE_TYPE("DeactivateType", Effect.WRITE),
    PUBLISH_TYPE("PublishType", Effect.WRITE),
    REGISTER_PUBLISHER("RegisterPublisher", Effect.WRITE),
    DESCRIBE_PUBLISHER("DescribePublisher", Effect.READ);

    /// Those that are refused as a whole.
    static final Set<RegistryAction> OF_PUBLISHERS = Set.of(PUBLISH_TYPE, REGISTER_PUBLISHER, DESCRIBE_PUBLISHER);

    /// What an action does to types, and so which permission it needs. To register a type brings in code, to
    /// configure one decides with which secrets it runs: neither is part of managing resources.
    enum Effect {
        READ("Fairlead.Control/types/read"),
        WRITE("Fairlead.Control/types/write"),
        DELETE("Fairlead.Control/types/delete"),
        CONFIGURE("Fairlead.Control/types/configuration/write");

        private final String permission;

        Effect(String permission) {
            this.permission = permission;
        }
    }

    private final String text;
    private final Effect effect;

    RegistryAction(String text, Effect effect) {
        this.text = text;
        this.effect = effect;
    }

    /// The one of that name, as requests write it.
    static Optional<RegistryAction> parse(String text) {
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
