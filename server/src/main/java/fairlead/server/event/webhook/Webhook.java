package fairlead.server.event.webhook;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/// A receiver, and how far it has been told.
///
/// @param secrets sealed
/// @param reason why it is disabled; empty if it is not
/// @param position of the last event that it has, or need not have
/// @param sentTo of the last event of the message that was sent last; beyond `position` until it was taken, so that it
///     comes again as it was
/// @param attempts how often the next delivery has failed
/// @param failingSince when that began
/// @param lastOutcome of the last delivery, `204` for example; empty if there was none
/// @param fence grows with every claim and every change: who comes with an old one no longer has it
record Webhook(
        String name,
        URI url,
        EventSelection wanted,
        byte[] secrets,
        State state,
        String reason,
        long position,
        long sentTo,
        int attempts,
        Optional<Instant> failingSince,
        Instant dueAt,
        String lastOutcome,
        Optional<Instant> deliveredAt,
        Instant createdAt,
        long fence) {

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
