package fairlead.server.registry;

import fairlead.schema.TypeName;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.type.ConfigurationOwner;
import fairlead.server.type.DeregisteredVersion;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeConfiguration;
import fairlead.server.type.Types;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// For whom callers of the registry act: for the account of their key, or for the operator, where the server takes any
/// key. An account sees the types that are offered to it, and changes its own.
///
/// @param anyKey whether the server has no credentials, so that whatever reaches it is its operator's
record Owners(Types types, boolean anyKey) {

    /// The subscription of the caller's account; empty for the operator.
    String account(QueryCall call) {
        return anyKey ? "" : call.signed().account().subscription();
    }

    /// The type, if the caller may know of it.
    Optional<RegisteredType> find(QueryCall call, TypeName name) {
        return anyKey ? types.find(name) : types.offeredTo(account(call)).find(name);
    }

    /// The types that the caller may know of.
    Collection<RegisteredType> all(QueryCall call) {
        return anyKey ? types.all() : types.offeredTo(account(call)).all();
    }

    /// The versions of a type that were taken away, as far as the caller may know of them.
    List<DeregisteredVersion> deregistered(QueryCall call, TypeName name) {
        return sees(call, name) ? types.deregistered(name) : List.of();
    }

    /// The types of which no version is left, as far as the caller may know of them.
    List<TypeName> deregistered(QueryCall call) {
        return types.deregistered().stream().filter(name -> sees(call, name)).toList();
    }

    /// What is set for a type, by the operator or by an account.
    Optional<TypeConfiguration> configuration(ConfigurationOwner owner) {
        return types.findConfiguration(owner);
    }

    private boolean sees(QueryCall call, TypeName type) {
        return anyKey || types.offeredTo(account(call)).has(type);
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
