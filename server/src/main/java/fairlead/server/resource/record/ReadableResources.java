package fairlead.server.resource.record;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.type.definition.ArmType;
import java.util.List;
import java.util.function.Predicate;

/// The resources that a caller may look at. Lists and searches show these and pass over all others, as if they were not
/// there.
public record ReadableResources(Authorizer authorizer, Caller caller) implements Predicate<ResourceId> {

    /// Every resource.
    public static final Predicate<ResourceId> ALL = _ -> true;

    /// The same, or [#ALL] where everybody may see everything: then lists need not look at each.
    public Predicate<ResourceId> filter() {
        return authorizer.isOpen() ? ALL : this;
    }

    /// Whether all of a type at a scope and below it are among them.
    ///
    /// @param key of the scope
    public boolean includesAll(String key, ArmType type) {
        return authorizer.visible(caller, Action.read(type.toString())).coversAllOf(key);
    }

    /// The keys of the scopes at or below which they all are: nothing has to be looked for elsewhere.
    public List<String> scopes() {
        return authorizer.scopes(caller);
    }

    @Override
    public boolean test(ResourceId id) {
        return authorizer.isOpen()
                || authorizer.allows(caller, Action.read(id.type().toString()), new AccessScope(id.toString()));
    }

    /// The same of an id as it is written, of a resource or of a group.
    public boolean test(String id) {
        if (authorizer.isOpen()) {
            return true;
        }
        try {
            return test(ResourceId.parse(id));
        } catch (IllegalArgumentException group) {
            return authorizer.allows(
                    caller, Action.read("Microsoft.Resources/subscriptions/resourceGroups"), new AccessScope(id));
        }
    }

    /// Whether the caller may change what has that id, a resource or a group.
    public boolean isWritable(String id) {
        if (authorizer.isOpen()) {
            return true;
        }
        String type;
        try {
            type = ResourceId.parse(id).type().toString();
        } catch (IllegalArgumentException group) {
            type = "Microsoft.Resources/subscriptions/resourceGroups";
        }
        return authorizer.allows(caller, Action.write(type), new AccessScope(id));
    }
}
