package fairlead.server.scope;

import java.util.Locale;
import java.util.Optional;

/// A name that is in one cell only: that of a group in its subscription, or of a top-level resource in its group.
///
/// @param key the id, in lower case
/// @param scope what the name is unique in
public record PlacedName(String key, ScopeId scope) {

    private static final String PROVIDERS = "/providers/";
    private static final int GROUP_PARTS = 5;
    private static final int RESOURCE_PARTS = 9;

    /// The name that an id is; empty for what lies deeper, or in no group.
    public static Optional<PlacedName> find(String id) {
        boolean direct = id.split("/", -1).length == RESOURCE_PARTS && id.startsWith("/subscriptions/");
        return direct ? Optional.of(parse(id)) : Optional.empty();
    }

    /// Throws [IllegalArgumentException] if the id is neither of a group nor of something directly in one.
    public static PlacedName parse(String id) {
        String key = id.toLowerCase(Locale.ROOT);
        int parts = key.split("/", -1).length;
        int providers = key.indexOf(PROVIDERS);
        if (parts == GROUP_PARTS) {
            return new PlacedName(key, new ScopeId(ScopeId.parse(key).subscription(), ""));
        }
        if (parts == RESOURCE_PARTS && providers > 0) {
            return new PlacedName(key, ScopeId.parse(key.substring(0, providers)));
        }
        throw new IllegalArgumentException("expected the id of a resource group or a resource, found '" + id + "'");
    }

    /// Whether it is a group.
    public boolean isGroup() {
        return !key.contains(PROVIDERS);
    }
}
