package fairlead.server.limit.quota;

import java.util.Locale;
import java.util.Optional;

/// How many resources there may be, or how much of something else.
///
/// @param subscription in lower case; empty for the whole server
/// @param typeName of which, as the registry names it; empty for all; no such name for what is [Measured]
/// @param location in normal form; empty for all
/// @param eachPrincipal whether each principal has it for itself, by whom a resource was made
/// @param most how many
public record Quota(String subscription, String typeName, String location, boolean eachPrincipal, long most) {

    /// What it is of: the same for two that only differ in their number.
    public String id() {
        return String.join("|", subscription, typeName.toLowerCase(Locale.ROOT), location, eachPrincipal ? "each" : "");
    }

    /// What it is on besides resources; empty if it is on these.
    public Optional<Measured> measured() {
        return Measured.of(this);
    }

    /// The same with another number.
    public Quota with(long number) {
        return new Quota(subscription, typeName, location, eachPrincipal, number);
    }

    boolean measures(Measured what, String owner) {
        return measured().equals(Optional.of(what)) && (subscription.isEmpty() || subscription.equals(owner));
    }

    /// What counts towards quotas: a record.
    ///
    /// @param principal by whom it was made
    public record Counted(String subscription, String typeName, String location, String principal) {

        /// What counts towards no quota.
        public static final Counted NOTHING = new Counted("", "", "", "");
    }

    boolean concerns(Counted record) {
        return subscription.equals(record.subscription())
                && (typeName.isEmpty() || typeName.equals(record.typeName()))
                && (location.isEmpty() || location.equals(record.location()));
    }

    String payer(Counted record) {
        return eachPrincipal ? record.principal() : "";
    }
}
