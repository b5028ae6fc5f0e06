package fairlead.server.registry;

import fairlead.schema.TypeName;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.type.Types;

/// For whom callers of the registry act: for the account of their key, or for the operator, where the server takes any
/// key. An account sees the types that are offered to it, and changes its own.
///
/// @param anyKey whether the server has no credentials, so that whatever reaches it is its operator's
record Owners(Types types, boolean anyKey) {

    /// The subscription of the caller's account; empty for the operator.
    String account(QueryCall call) {
        return anyKey ? "" : call.signed().account().subscription();
    }

    boolean sees(QueryCall call, TypeName type) {
        return anyKey || types.isOffered(type, account(call));
    }

    /// Whether the type, or its name, belongs to the caller.
    boolean owns(QueryCall call, TypeName type) {
        return anyKey
                || types.owner(type)
                        .filter(owner -> owner.equals(account(call)))
                        .isPresent();
    }

    /// Refuses a change of a type that is offered to the caller and not the caller's own.
    void requireOwn(QueryCall call, TypeName type) {
        if (!owns(call, type)) {
            throw RegistryProblems.refused(
                    type + " does not belong to this account: it is offered by the operator of this server.");
        }
    }

    /// Keeps a name for the caller, or refuses it.
    void claim(QueryCall call, TypeName type) {
        if (!anyKey && !types.claim(type, account(call))) {
            throw notFree(type);
        }
    }

    private static ProblemException notFree(TypeName type) {
        return RegistryProblems.refused("The name " + type + " is not free for this account.");
    }
}
