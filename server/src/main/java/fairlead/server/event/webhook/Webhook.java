package fairlead.server.event.webhook;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/// A receiver of events, and the position up to which it has them.
///
/// @param secrets sealed
/// @param reason why it is disabled; empty if it is not
/// @param fence grows with every claim and every change: a node with an old one no longer has the webhook
record Webhook(
        String name,
        URI url,
        EventSelection wanted,
        byte[] secrets,
        State state,
        String reason,
        Progress progress,
        Deliveries deliveries,
        Instant createdAt,
        long fence) {

    /// How far the receiver has been told.
    ///
    /// @param position of the last event that it has, or need not have
    /// @param sentTo of the last event of the message that was sent last; beyond `position` until it was taken, so
    ///     that it comes again as it was
    record Progress(long position, long sentTo) {}

    /// How the last deliveries went, and when the next one is due.
    ///
    /// @param failed how often the next delivery has failed
    /// @param failingSince when that began
    /// @param lastOutcome of the last delivery, `204` for example; empty if there was none
    record Deliveries(
            int failed,
            Optional<Instant> failingSince,
            Instant dueAt,
            String lastOutcome,
            Optional<Instant> deliveredAt) {}

    enum State {
        ACTIVE,
        DISABLED;

        /// The word on the wire.
        String word() {
            return switch (this) {
                case ACTIVE -> "Active";
                case DISABLED -> "Disabled";
            };
        }
    }
}
