package fairlead.server.stack.record;

import java.util.Locale;

/// Where a stack and its resources are.
///
/// @param group in which resources live that the stack makes
public record StackPlace(String subscription, String group, String location) {

    /// By which the one living stack of a name is found. Names differ by case.
    public String living(String name) {
        return subscription.toLowerCase(Locale.ROOT) + "/" + location + "/" + name;
    }

    /// The scope of permissions on a stack.
    public String scope(String name) {
        return "/subscriptions/" + subscription + "/resourceGroups/" + group + "/providers/" + Stack.TYPE + "/" + name;
    }
}
