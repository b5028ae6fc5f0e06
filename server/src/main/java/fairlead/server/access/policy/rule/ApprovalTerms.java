package fairlead.server.access.policy.rule;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/// What a rule demands before a change is carried out: who has to approve it, how many of them, and until when.
///
/// @param approvers the principals whose approval counts
/// @param count how many of them have to approve
/// @param validity how long after it was asked for an approval can be given and used
/// @param mode what becomes of the request until then
/// @param reason whether approvers have to say why
public record ApprovalTerms(Approvers approvers, int count, Duration validity, Mode mode, boolean reason) {

    /// For how long, if a rule does not say.
    public static final Duration USUAL = Duration.ofHours(24);

    public static final Duration SHORTEST = Duration.ofMinutes(1);

    public static final Duration LONGEST = Duration.ofDays(14);

    /// The most that can be asked for.
    public static final int MOST = 10;

    /// Those to whom a role is assigned, or the members of a group.
    public record Approvers(Optional<UUID> role, Optional<UUID> group) {

        /// In words, for messages.
        public String text() {
            return role.map(id -> "who have the role " + id)
                    .or(() -> group.map(id -> "who are in the group " + id))
                    .orElse("");
        }
    }

    /// What becomes of a request that needs an approval.
    public enum Mode {
        /// It is refused, and sent again once it is approved.
        REFUSE,
        /// It waits, and is carried out once it is approved.
        WAIT
    }
}
