package fairlead.server.options;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Who may follow events, and how far back.
///
/// @param kept how long events are remembered
/// @param most how many may watch at the same time
/// @param mostEach how many of them may be one caller's
/// @param anywhere whether webhooks may lead into private networks and to this machine
public record Watching(Duration kept, int most, int mostEach, boolean anywhere) {

    /// Receivers may be on this machine, unless callers on others could have it reach what they can't
    /// themselves.
    ///
    /// @param exposed whether other machines can reach the server
    static Supplier<Watching> declare(Flags flags, BooleanSupplier exposed) {
        flags.section("Events");
        var kept = flags.value(
                "--event-history=TIME", Values::time, "168h", "how long events are kept for those who watch");
        var most =
                flags.value("--most-watchers=N", Values.number(1, 3000), "1000", "how many may watch at the same time");
        var mostEach = flags.optional(
                "--most-watchers-each=N",
                Values.number(1, 3000),
                "how many of them may be one principal's (as many as --most-watchers)");
        var network = flags.optional(
                "--webhook-network=any|public",
                Values.word(Network.class),
                "whether webhooks may lead into private networks, and use HTTP (any; public where other machines can"
                        + " reach the server)");
        return () -> new Watching(
                kept.get(),
                most.get(),
                Math.min(most.get(), mostEach.get().orElse(most.get())),
                network.get().orElse(exposed.getAsBoolean() ? Network.PUBLIC : Network.ANY) == Network.ANY);
    }
}
