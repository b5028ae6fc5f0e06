package fairlead.server.resource;

import fairlead.server.type.ArmType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The address of a resource:
/// `/subscriptions/{s}/resourceGroups/{g}/providers/{namespace}/{type}/{name}[/{type}/{name}]...`
///
/// Implements "Nested Resources" of the "Azure resource provider contract". Stored and compared by [#key()],
/// without regard to case; shown in the casing of the caller for names and of the registration for types.
///
/// @param subscription a GUID in lower case
/// @param names one for each part of the type, the resource's own last
public record ResourceId(String subscription, String group, ArmType type, List<String> names) {

    public ResourceId {
        names = List.copyOf(names);
        if (names.size() != type.types().size()) {
            throw new IllegalArgumentException(type + " needs " + type.types().size() + " names, found " + names);
        }
    }

    /// The id that [#toString] wrote. Throws [IllegalArgumentException] for other text.
    public static ResourceId parse(String id) {
        String[] parts = id.split("/", -1);
        boolean shaped = parts.length >= 9
                && parts.length % 2 == 1
                && parts[1].equalsIgnoreCase("subscriptions")
                && parts[3].equalsIgnoreCase("resourceGroups")
                && parts[5].equalsIgnoreCase("providers");
        if (!shaped) {
            throw new IllegalArgumentException("'" + id + "' is not the id of a resource");
        }
        List<String> types = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 7; i < parts.length; i += 2) {
            types.add(parts[i]);
            names.add(parts[i + 1]);
        }
        return new ResourceId(parts[2].toLowerCase(Locale.ROOT), parts[4], new ArmType(parts[6], types), names);
    }

    public String name() {
        return names.getLast();
    }

    /// The id of the resource this one is nested in.
    public Optional<ResourceId> parent() {
        if (names.size() == 1) {
            return Optional.empty();
        }
        int last = names.size() - 1;
        ArmType parentType = new ArmType(type.namespace(), type.types().subList(0, last));
        return Optional.of(new ResourceId(subscription, group, parentType, names.subList(0, last)));
    }

    /// The id of the same resource in another group.
    ResourceId in(String otherSubscription, String otherGroup) {
        String here = "/subscriptions/" + subscription + "/resourceGroups/" + group;
        String there = "/subscriptions/" + otherSubscription + "/resourceGroups/" + otherGroup;
        return parse(there + toString().substring(here.length()));
    }

    /// The form that is stored and compared.
    public String key() {
        return key(toString());
    }

    static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        StringBuilder id = new StringBuilder(128)
                .append("/subscriptions/")
                .append(subscription)
                .append("/resourceGroups/")
                .append(group)
                .append("/providers/")
                .append(type.namespace());
        for (int i = 0; i < names.size(); i++) {
            id.append('/').append(type.types().get(i)).append('/').append(names.get(i));
        }
        return id.toString();
    }
}
