package fairlead.server.access;

import java.util.Locale;

/// Where something is done: `/` for everything, the id of a subscription, a resource group or a resource.
///
/// Implements "Understand scope for Azure RBAC": what is allowed at a scope is allowed at all scopes below it.
///
/// @param path as the caller has written it, without a slash at the end
public record AccessScope(String path) {

    /// Of everything.
    public static final AccessScope ROOT = new AccessScope("");

    private static final String SUBSCRIPTIONS = "/subscriptions/";

    public AccessScope {
        path = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /// A whole subscription.
    public static AccessScope subscription(String id) {
        return new AccessScope(SUBSCRIPTIONS + id);
    }

    /// A resource group.
    public static AccessScope group(String subscription, String name) {
        return new AccessScope(SUBSCRIPTIONS + subscription + "/resourceGroups/" + name);
    }

    /// The form for comparisons: without regard to case.
    public String key() {
        return path.toLowerCase(Locale.ROOT);
    }

    /// The subscription in which it is, in lower case; empty for `/`.
    public String subscription() {
        String key = key();
        if (!key.startsWith(SUBSCRIPTIONS)) {
            return "";
        }
        int end = key.indexOf('/', SUBSCRIPTIONS.length());
        return key.substring(SUBSCRIPTIONS.length(), end < 0 ? key.length() : end);
    }

    /// Whether it is this scope or one below.
    public boolean covers(AccessScope other) {
        return isAbove(key(), other.key());
    }

    /// The same of two keys.
    public static boolean isAbove(String upper, String lower) {
        return lower.startsWith(upper) && (lower.length() == upper.length() || lower.charAt(upper.length()) == '/');
    }

    @Override
    public String toString() {
        return path.isEmpty() ? "/" : path;
    }
}
