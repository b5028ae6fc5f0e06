package fairlead.server.limit.quota;

import java.util.Locale;

/// How many resources there may be.
///
/// @param subscription in lower case
/// @param typeName of which, as the registry names it; empty for all
/// @param location in normal form; empty for all
/// @param eachPrincipal whether each principal has it for itself, by whom a resource was made
/// @param most how many
public record Quota(String subscription, String typeName, String location, boolean eachPrincipal, long most) {

    /// What it is of: the same for two that only differ in their number.
    public String id() {
        return String.join("|", subscription, typeName.toLowerCase(Locale.ROOT), location, eachPrincipal ? "each" : "");
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
