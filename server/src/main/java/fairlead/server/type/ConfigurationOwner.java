package fairlead.server.type;

import fairlead.schema.TypeName;

/// Of which type a configuration is, and whose resources are managed with it.
///
/// @param account the subscription of the account that has set it for itself; empty if the operator has, for all
public record ConfigurationOwner(TypeName type, String account) {

    /// What the operator sets, for every account that has set nothing itself.
    public static ConfigurationOwner operator(TypeName type) {
        return new ConfigurationOwner(type, "");
    }

    boolean isOperator() {
        return account.isEmpty();
    }

    @Override
    public String toString() {
        return "configuration of " + type + (isOperator() ? "" : " in " + account);
    }
}
