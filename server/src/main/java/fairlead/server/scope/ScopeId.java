package fairlead.server.scope;

import java.util.Locale;

/// What names are unique in: a subscription, or a group in one. In lower case.
///
/// @param group empty for the subscription itself
public record ScopeId(String subscription, String group) {

    public ScopeId {
        subscription = subscription.toLowerCase(Locale.ROOT);
        group = group.toLowerCase(Locale.ROOT);
    }

    /// Throws [IllegalArgumentException] if the id is of something else.
    public static ScopeId parse(String id) {
        String[] parts = id.toLowerCase(Locale.ROOT).split("/", -1);
        boolean inSubscription = parts.length >= 3 && parts[0].isEmpty() && parts[1].equals("subscriptions");
        if (inSubscription && parts.length == 3) {
            return new ScopeId(parts[2], "");
        }
        if (inSubscription && parts.length == 5 && parts[3].equals("resourcegroups")) {
            return new ScopeId(parts[2], parts[4]);
        }
        throw new IllegalArgumentException("expected the id of a subscription or a resource group, found '" + id + "'");
    }

    /// The id, in lower case.
    public String key() {
        return "/subscriptions/" + subscription + (group.isEmpty() ? "" : "/resourcegroups/" + group);
    }
}
