package fairlead.server.type.hook;

import fairlead.schema.TypeName;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.type.TypeConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A hook whose configuration says that it is asked.
public final class ActiveHook {

    private final TypeName name;
    private final String owner;
    private final HookVersion version;
    private final HookSettings settings;

    private ActiveHook(TypeName name, String owner, HookVersion version, HookSettings settings) {
        this.name = name;
        this.owner = owner;
        this.version = version;
        this.settings = settings;
    }

    public TypeName name() {
        return name;
    }

    public HookVersion version() {
        return version;
    }

    /// Its own properties.
    public ObjectNode properties() {
        return settings.properties();
    }

    /// Empty if the hook is not configured, or its configuration says that it is not asked.
    static Optional<ActiveHook> of(HookType hook) {
        return hook.configuration()
                .map(TypeConfiguration::values)
                .map(values -> {
                    List<Detail> unread = new ArrayList<>();
                    return HookSettings.read(values, hook.current().schema(), unread);
                })
                .filter(HookSettings::enabled)
                .map(settings -> new ActiveHook(hook.name(), hook.owner(), hook.current(), settings));
    }

    /// Whether it is asked of such a change.
    ///
    /// @param subscription in which the resource is
    /// @param cloudControl whether the change was asked for by Cloud Control
    public boolean wants(HookPoint point, TypeName target, String subscription, boolean cloudControl) {
        return (owner.isEmpty() || owner.equals(subscription))
                && version.schema().handles(point, target)
                && settings.wants(point, target, cloudControl);
    }

    /// Whether a change that it refuses goes on with a warning.
    public boolean warns() {
        return settings.failureMode() == HookSettings.FailureMode.WARN;
    }

    /// A configuration as the audit trail has it: without the hook's own properties, of which only the names are told.
    static ObjectNode told(ObjectNode values) {
        ObjectNode told = values.deepCopy();
        JsonNode hook = told.path("CloudFormationConfiguration").path("HookConfiguration");
        if (hook instanceof ObjectNode configuration && configuration.get("Properties") instanceof ObjectNode own) {
            configuration.remove("Properties");
            own.propertyNames().forEach(configuration.putArray("Properties")::add);
        }
        ObjectNode parameters = JsonMapper.shared().createObjectNode();
        parameters.set("configuration", told);
        return parameters;
    }
}
