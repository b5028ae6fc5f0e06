package fairlead.server.signature;

import java.util.regex.Pattern;

/// An account: twelve digits for AWS tools, a subscription for ARM clients.
///
/// @param number twelve digits, or the subscription itself if it has no number
/// @param subscription a GUID in lower case
/// @param group the resource group in which resources live that are made without naming one
/// @param name for people
public record Account(String number, String subscription, String group, String name) {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{12}");
    private static final Pattern SUBSCRIPTION =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    /// The group of an account that names none.
    public static final String DEFAULT_GROUP = "default";

    /// The account of development mode.
    public static final Account DEVELOPMENT =
            new Account("000000000000", subscriptionOf("000000000000"), DEFAULT_GROUP, "Development");

    public Account {
        if (!NUMBER.matcher(number).matches() && !number.equals(subscription)) {
            throw new IllegalArgumentException("expected an account of twelve digits, found '" + number + "'");
        }
        if (!SUBSCRIPTION.matcher(subscription).matches()) {
            throw new IllegalArgumentException(
                    "expected a subscription such as " + subscriptionOf(number) + ", found '" + subscription + "'");
        }
    }

    /// The subscription of an account that names none: its number stands at the end.
    public static String subscriptionOf(String number) {
        return "00000000-0000-0000-0000-" + number;
    }
}
