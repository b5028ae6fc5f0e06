package fairlead.server.registry;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// The actions of CloudFormation's registry that are known here.
enum RegistryAction {
    DESCRIBE_TYPE("DescribeType", Effect.READS),
    LIST_TYPES("ListTypes", Effect.READS),
    LIST_TYPE_VERSIONS("ListTypeVersions", Effect.READS),
    SET_TYPE_DEFAULT_VERSION("SetTypeDefaultVersion", Effect.CHANGES),
    DEREGISTER_TYPE("DeregisterType", Effect.CHANGES),
    TEST_TYPE("TestType", Effect.CHANGES),
    REGISTER_TYPE("RegisterType", Effect.CHANGES),
    DESCRIBE_TYPE_REGISTRATION("DescribeTypeRegistration", Effect.READS),
    LIST_TYPE_REGISTRATIONS("ListTypeRegistrations", Effect.READS),
    SET_TYPE_CONFIGURATION("SetTypeConfiguration", Effect.CHANGES),
    BATCH_DESCRIBE_TYPE_CONFIGURATIONS("BatchDescribeTypeConfigurations", Effect.READS),
    ACTIVATE_TYPE("ActivateType", Effect.CHANGES),
    DEACTIVATE_TYPE("DeactivateType", Effect.CHANGES),
    PUBLISH_TYPE("PublishType", Effect.CHANGES),
    REGISTER_PUBLISHER("RegisterPublisher", Effect.CHANGES),
    DESCRIBE_PUBLISHER("DescribePublisher", Effect.READS);

    /// Those that are refused as a whole.
    static final Set<RegistryAction> OF_PUBLISHERS = Set.of(PUBLISH_TYPE, REGISTER_PUBLISHER, DESCRIBE_PUBLISHER);

    /// What an action does to what is stored.
    enum Effect {
        READS,
        CHANGES
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
        return effect == Effect.CHANGES;
    }
}
