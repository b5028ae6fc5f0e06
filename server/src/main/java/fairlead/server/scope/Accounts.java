package fairlead.server.scope;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// The account numbers by which AWS tools know subscriptions.
///
/// A subscription that is made of a number ends with it, behind zeros. One that neither is nor is given to an account
/// stands for itself: then its GUID is where others have a number.
public final class Accounts {

    private static final String ZEROS = "00000000-0000-0000-0000-";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{12}");

    private final Map<String, String> numbers;
    private final Map<String, String> subscriptions = new HashMap<>();

    /// @param numbers of accounts, by subscription
    public Accounts(Map<String, String> numbers) {
        this.numbers = Map.copyOf(numbers);
        numbers.forEach((subscription, number) -> subscriptions.put(number, subscription));
    }

    /// What stands for the subscription in an ARN.
    public String number(String subscription) {
        String known = numbers.get(subscription);
        if (known != null) {
            return known;
        }
        String last = subscription.substring(Math.min(ZEROS.length(), subscription.length()));
        boolean made = subscription.startsWith(ZEROS) && NUMBER.matcher(last).matches();
        return made && !subscriptions.containsKey(last) ? last : subscription;
    }

    /// The subscription that a number, or itself, stands for.
    public String subscription(String number) {
        String known = subscriptions.get(number);
        if (known != null) {
            return known;
        }
        return NUMBER.matcher(number).matches() ? ZEROS + number : number;
    }
}
