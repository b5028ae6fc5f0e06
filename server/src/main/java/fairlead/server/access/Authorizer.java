package fairlead.server.access;

import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/// The one place in which it is decided who may do what. Every door asks here, in the same words, and what it
/// is told is the same.
///
/// One instance serves all threads.
public final class Authorizer {

    private final Supplier<Rules> rules;
    private final Function<Transaction, Rules> current;
    private final boolean open;
    private final AccessCopy copy;

    private Authorizer(Supplier<Rules> rules, Function<Transaction, Rules> current, boolean open, AccessCopy copy) {
        this.rules = rules;
        this.current = current;
        this.open = open;
        this.copy = copy;
    }

    /// One of development mode: everybody may do everything.
    public static Authorizer open() {
        return new Authorizer(() -> Rules.OPEN, _ -> Rules.OPEN, true, AccessCopy.original());
    }

    /// One that goes by rules.
    ///
    /// @param rules as they are known to this process
    /// @param current as they are in a transaction
    public static Authorizer by(Supplier<Rules> rules, Function<Transaction, Rules> current) {
        return by(rules, current, AccessCopy.original());
    }

    /// One that goes by rules of which this server may have a copy only.
    public static Authorizer by(Supplier<Rules> rules, Function<Transaction, Rules> current, AccessCopy copy) {
        return new Authorizer(rules, current, false, copy);
    }

    /// Whether the rules are a copy, and of which age.
    public AccessCopy copy() {
        return copy;
    }

    /// Whether everybody may do everything.
    public boolean isOpen() {
        return open;
    }

    /// What the rules say of a subject that need not be the caller.
    public Finding find(Subject subject, Action action, AccessScope scope, RequestAttributes attributes) {
        return rules.get().find(subject, action, scope, attributes);
    }

    /// Whether the caller may do that there.
    public boolean allows(Caller caller, Action action, AccessScope scope) {
        return rules.get().find(caller.subject(), action, scope, RequestAttributes.NONE) instanceof Finding.Allowed;
    }

    /// Whether a role is assigned to the caller there, or above.
    public boolean hasRole(Caller caller, UUID role, AccessScope scope) {
        return rules.get().hasRole(caller.subject(), role, scope);
    }

    /// Whether the caller is in a group.
    public boolean isMember(Caller caller, UUID group) {
        return rules.get().isMember(caller.subject(), group);
    }

    /// That the caller may do that there; else a problem, which is the same whether there is something or not.
    public Permit require(Caller caller, Action action, AccessScope scope) {
        return require(caller, action, scope, RequestAttributes.NONE);
    }

    /// As [#require(Caller, Action, AccessScope)], of a request of which conditions may ask more.
    public Permit require(Caller caller, Action action, AccessScope scope, RequestAttributes attributes) {
        return permit(rules.get(), caller, action, scope, attributes, false);
    }

    /// As [#require(Caller, Action, AccessScope)], in the account whose key the caller has: that it exists is no
    /// secret.
    public Permit requireInAccount(Caller caller, Action action, AccessScope scope) {
        return permit(rules.get(), caller, action, scope, RequestAttributes.NONE, true);
    }

    private Permit permit(
            Rules rules,
            Caller caller,
            Action action,
            AccessScope scope,
            RequestAttributes attributes,
            boolean inAccount) {
        Finding finding = rules.find(caller.subject(), action, scope, attributes);
        if (finding instanceof Finding.Allowed allowed) {
            Permit.Asking asking = new Permit.Asking(this, inAccount);
            return new Permit(rules.version(), action, scope, attributes, allowed, asking);
        }
        throw new ProblemException(refusal(rules, caller, action, scope, finding, inAccount));
    }

    /// Where the caller may do that: what of a list it sees.
    public Visibility visible(Caller caller, Action action) {
        return rules.get().visible(caller.subject(), action);
    }

    /// The keys of the scopes at or below which all is that the caller may do anything with.
    public List<String> scopes(Caller caller) {
        return rules.get().scopes(caller.subject());
    }

    /// Whether the caller may do anything at all in a subscription. Of others it learns nothing, not even that there
    /// are.
    public boolean concerns(Caller caller, String subscription) {
        return rules.get().concern(caller.subject(), subscription);
    }

    /// Makes sure, in the transaction of a change, that what was decided for it still holds: a right that was
    /// revoked by a transaction before this one changes nothing any more.
    public void confirm(Transaction transaction, Caller caller) {
        if (open || caller.permits().isEmpty()) {
            return;
        }
        copy.requireFresh(caller.principal().id());
        Rules now = current.apply(transaction);
        for (Permit permit : caller.permits()) {
            if (permit.version() != now.version()) {
                boolean inAccount = permit.asking().inAccount();
                permit(now, caller, permit.action(), permit.scope(), permit.attributes(), inAccount);
            }
        }
    }

    /// Refuses, in the transaction of a change, what a deny assignment forbids. Whether a role allows it is not asked:
    /// that was decided for the whole of which these are parts.
    void requireNotDenied(Transaction transaction, Caller caller, Iterable<Asked.Of> parts) {
        if (open) {
            return;
        }
        Rules now = current.apply(transaction);
        for (Asked.Of part : parts) {
            Finding finding = now.find(caller.subject(), part.action(), part.scope(), RequestAttributes.NONE);
            if (finding instanceof Finding.Denied) {
                throw new ProblemException(refusal(now, caller, part.action(), part.scope(), finding, false));
            }
        }
    }

    /// In Azure's words, which tools look for. In a subscription of which the caller knows nothing the answer
    /// is the one for a subscription that does not exist.
    private static Problem refusal(
            Rules rules, Caller caller, Action action, AccessScope scope, Finding finding, boolean inAccount) {
        String subscription = scope.subscription();
        if (!inAccount && !subscription.isEmpty() && !rules.concern(caller.subject(), subscription)) {
            return Problem.subscriptionNotFound(subscription);
        }
        String who = "The client '" + caller.principal().name() + "' with object id '"
                + caller.principal().id() + "' ";
        if (finding instanceof Finding.Denied denied) {
            return new Problem.Forbidden(
                    ProblemCode.DENY_ASSIGNMENT_AUTHORIZATION_FAILED,
                    who + "has permission to perform action '" + action + "' on scope '" + scope
                            + "'; however, the access is denied because of the deny assignment with name '"
                            + denied.name() + "' and Id '" + denied.id() + "' at scope '" + denied.scope() + "'.");
        }
        return new Problem.Forbidden(
                ProblemCode.AUTHORIZATION_FAILED,
                who + "does not have authorization to perform action '" + action + "' over scope '" + scope
                        + "' or the scope is invalid. If access was recently granted, please refresh your"
                        + " credentials.");
    }
}
