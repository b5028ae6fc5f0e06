package fairlead.server;

import java.time.Duration;

/// Who may follow events, and how far back.
///
/// @param kept how long events are remembered
/// @param most how many may watch at the same time
/// @param anywhere whether webhooks may lead into private networks and to this machine
public record Watching(Duration kept, int most, boolean anywhere) {

    static Watching parse(Arguments given) {
        return new Watching(
                given.time("--event-history", "168h"),
                given.number("--most-watchers", 1000, 1, 3000),
                isAny(given.text("--webhook-network").orElse("any")));
    }

    /// In development mode, which is the only one so far, receivers are on this machine.
    private static boolean isAny(String network) {
        if (!network.equals("public") && !network.equals("any")) {
            throw new IllegalArgumentException("--webhook-network: expected public or any, found '" + network + "'");
        }
        return network.equals("any");
    }
}
