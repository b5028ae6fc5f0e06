package fairlead.armtemplate.scope;

import fairlead.armtemplate.function.ResourceIds;
import java.util.Locale;
import java.util.Optional;

/// Ids of resources.
public final class Ids {

    private Ids() {}

    /// The type that an id has behind its last provider: `Example.Web/bookmarks/notes`.
    public static String type(String id) {
        int at = id.toLowerCase(Locale.ROOT).lastIndexOf("/providers/");
        if (at < 0) {
            return id.toLowerCase(Locale.ROOT).matches("/subscriptions/[^/]+/resourcegroups/[^/]+")
                    ? "Microsoft.Resources/resourceGroups"
                    : "Microsoft.Resources/subscriptions";
        }
        String[] segments = id.substring(at + "/providers/".length()).split("/", -1);
        StringBuilder type = new StringBuilder(segments[0]);
        for (int i = 1; i < segments.length; i += 2) {
            type.append('/').append(segments[i]);
        }
        return type.toString();
    }

    /// Whether a text is the whole id of a resource, a group or a subscription.
    public static boolean isWhole(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.matches("/subscriptions/[^/]+(/resourcegroups/[^/]+)?")) {
            return true;
        }
        int at = lower.lastIndexOf("/providers/");
        if (!lower.startsWith("/") || at < 0 || lower.contains("//")) {
            return false;
        }
        int segments = lower.substring(at + "/providers/".length()).split("/", -1).length;
        return segments >= 3 && segments % 2 == 1;
    }

    /// The id of something that is written as its type and name in turn, `Example.Web/bookmarks/first`.
    public static Optional<String> relative(String text, String scope) {
        String[] segments = text.split("/", -1);
        boolean fits =
                segments.length >= 3 && segments.length % 2 == 1 && !segments[0].isEmpty() && segments[0].contains(".");
        return fits ? Optional.of(scope + "/providers/" + text) : Optional.empty();
    }

    /// The id of a resource of a template.
    ///
    /// @param scope what it is in
    public static String of(String scope, String type, String name) {
        if (type.equalsIgnoreCase("Microsoft.Resources/resourceGroups")) {
            return scope + "/resourceGroups/" + name;
        }
        return ResourceIds.id(scope, type, name);
    }
}
