package fairlead.server.resource.record;

import fairlead.schema.text.KeyedHash;
import fairlead.server.type.definition.ArmType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The address of a resource:
/// `/subscriptions/{s}/resourceGroups/{g}/providers/{namespace}/{type}/{name}[/{type}/{name}]...`; of one that
/// extends another, the id of that and `/providers/{namespace}/{type}/{name}`.
///
/// Implements "Nested Resources" of the "Azure resource provider contract". Stored and compared by [#key()],
/// without regard to case; shown in the casing of the caller for names and of the registration for types.
///
/// A value. It is no record because its text is asked for a dozen times in the life of a request, and kept.
public final class ResourceId {

    private static final String PROVIDERS = "providers";

    private final String subscription;
    private final String group;
    private final Optional<String> extended;
    private final ArmType type;
    private final List<String> names;
    private @Nullable String text;
    private @Nullable String key;

    /// The address of a resource in a group.
    public ResourceId(String subscription, String group, ArmType type, List<String> names) {
        this(subscription, group, Optional.empty(), type, names);
    }

    /// @param subscription a GUID in lower case
    /// @param group empty for what extends a subscription
    /// @param extended the id of the resource that this one extends; empty for all others
    /// @param names one for each part of the type, the resource's own last
    public ResourceId(String subscription, String group, Optional<String> extended, ArmType type, List<String> names) {
        if (names.size() != type.types().size()) {
            throw new IllegalArgumentException(type + " needs " + type.types().size() + " names, found " + names);
        }
        this.subscription = subscription;
        this.group = group;
        this.extended = extended;
        this.type = type;
        this.names = List.copyOf(names);
    }

    /// The id that [#toString] wrote. Throws [IllegalArgumentException] for other text.
    public static ResourceId parse(String id) {
        String[] parts = id.split("/", -1);
        boolean inGroup = parts.length > 4 && parts[3].equalsIgnoreCase("resourceGroups");
        int first = inGroup ? 5 : 3;
        boolean shaped = parts.length >= first + 4
                && parts.length % 2 == 1
                && parts[1].equalsIgnoreCase("subscriptions")
                && parts[first].equalsIgnoreCase(PROVIDERS);
        if (!shaped) {
            throw new IllegalArgumentException("'" + id + "' is not the id of a resource");
        }
        int providers = first;
        List<String> types = new ArrayList<>(2);
        List<String> names = new ArrayList<>(2);
        for (int i = first + 2; i < parts.length; i += 2) {
            if (parts[i].equalsIgnoreCase(PROVIDERS)) {
                providers = i;
                types.clear();
                names.clear();
            } else {
                types.add(parts[i]);
                names.add(parts[i + 1]);
            }
        }
        if (types.isEmpty()) {
            throw new IllegalArgumentException("'" + id + "' is not the id of a resource");
        }
        return new ResourceId(
                parts[2].toLowerCase(Locale.ROOT),
                inGroup ? parts[4] : "",
                providers > first
                        ? Optional.of(String.join("/", Arrays.asList(parts).subList(0, providers)))
                        : Optional.empty(),
                new ArmType(parts[providers + 1], types),
                names);
    }

    /// The address of something that extends this resource.
    public ResourceId extendedBy(ArmType by, String name) {
        return new ResourceId(subscription, group, Optional.of(toString()), by, List.of(name));
    }

    /// What this one is nested in or extends, if that is a resource.
    public Optional<ResourceId> above() {
        Optional<ResourceId> parent = parent();
        return parent.isPresent() ? parent : extended.map(ResourceId::parse);
    }

    /// The same with the type in another casing.
    public ResourceId typed(ArmType other) {
        return new ResourceId(subscription, group, extended, other, names);
    }

    /// What is nested in this resource.
    public ResourceId nesting(ArmType inner, String name) {
        List<String> all = new ArrayList<>(names);
        all.add(name);
        return new ResourceId(subscription, group, extended, inner, all);
    }

    /// The same with another name.
    public ResourceId named(String name) {
        List<String> others = new ArrayList<>(names);
        others.set(others.size() - 1, name);
        return new ResourceId(subscription, group, extended, type, others);
    }

    /// What the address is below: a resource, a group or a subscription.
    public String scope() {
        return appendScope(new StringBuilder(96)).toString();
    }

    private StringBuilder appendScope(StringBuilder to) {
        if (extended.isPresent()) {
            return to.append(extended.get());
        }
        to.append("/subscriptions/").append(subscription);
        return group.isEmpty() ? to : to.append("/resourceGroups/").append(group);
    }

    public String subscription() {
        return subscription;
    }

    public String group() {
        return group;
    }

    public Optional<String> extended() {
        return extended;
    }

    public ArmType type() {
        return type;
    }

    public List<String> names() {
        return names;
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
        return Optional.of(new ResourceId(subscription, group, extended, parentType, names.subList(0, last)));
    }

    /// The id of the same resource in another group.
    public ResourceId in(String otherSubscription, String otherGroup) {
        String here = "/subscriptions/" + subscription + "/resourceGroups/" + group;
        String there = "/subscriptions/" + otherSubscription + "/resourceGroups/" + otherGroup;
        return parse(there + toString().substring(here.length()));
    }

    /// The form that is stored and compared.
    public String key() {
        String known = key;
        if (known == null) {
            known = key(toString());
            key = known;
        }
        return known;
    }

    /// The group's name as it is compared; empty for what is in none.
    public String groupKey() {
        return key(group);
    }

    public static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ResourceId that
                && subscription.equals(that.subscription)
                && group.equals(that.group)
                && extended.equals(that.extended)
                && type.equals(that.type)
                && names.equals(that.names);
    }

    @Override
    public int hashCode() {
        return KeyedHash.of(toString());
    }

    @Override
    public String toString() {
        String known = text;
        if (known == null) {
            known = written();
            text = known;
        }
        return known;
    }

    private String written() {
        StringBuilder id = new StringBuilder(160);
        appendScope(id).append('/').append(PROVIDERS).append('/').append(type.namespace());
        for (int i = 0; i < names.size(); i++) {
            id.append('/').append(type.types().get(i)).append('/').append(names.get(i));
        }
        return id.toString();
    }
}
