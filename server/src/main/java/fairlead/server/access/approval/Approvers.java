package fairlead.server.access.approval;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Finding;
import fairlead.server.access.Permit;
import fairlead.server.access.Principal;
import fairlead.server.access.RequestAttributes;
import fairlead.server.access.RequestContext;
import fairlead.server.access.Subject;
import fairlead.server.access.identity.DirectoryStore;
import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.access.policy.rule.ApprovalTerms;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Who may see and decide approvals.
public record Approvers(Database database, Authorizer authorizer) {

    private static AccessScope scope(Approval approval) {
        return new AccessScope(approval.content().resourceId());
    }

    private static Action read(Approval approval) {
        return Action.read(approval.content().resourceType());
    }

    /// The asker, and those who may read the resource.
    boolean maySee(Caller caller, Approval approval) {
        return approval.subject().principal().equals(caller.principal().key().toString())
                || authorizer.allows(caller, read(approval), scope(approval));
    }

    /// That the caller may do that with an approval, and may read the resource.
    List<Permit> require(Caller caller, Action action, Approval approval) {
        return List.of(
                authorizer.require(caller, read(approval), scope(approval)),
                authorizer.require(caller, action, scope(approval)));
    }

    /// That the caller has not asked for the approval itself: not as a service principal that it owns, that owns it or
    /// that has the same owner, and not in a role that it has taken on.
    void requireAnother(Caller caller, Approval approval) {
        Set<String> own = new HashSet<>();
        String principal = caller.principal().key().toString();
        own.add(principal);
        caller.context().key().map(RequestContext.UsedKey::sources).orElse(List.of()).stream()
                .map(UUID::toString)
                .forEach(own::add);
        Optional<String> owner = database.read(transaction -> owner(transaction, principal));
        ApprovalDocument content = approval.content();
        boolean asked = !Collections.disjoint(own, content.askers())
                || content.owner().filter(own::contains).isPresent()
                || owner.filter(content.askers()::contains).isPresent();
        boolean shared = owner.isPresent() && owner.equals(content.owner()) && !mayOverride(owner.get(), approval);
        if (asked || shared) {
            throw new ProblemException(new Problem.Forbidden(
                    ProblemCode.APPROVAL_NOT_ALLOWED,
                    "Approval " + approval.id() + " is of a change that '"
                            + caller.principal().name()
                            + "' has asked for, itself or as a principal of its own. Another person has to decide."
                            + hint(caller)));
        }
    }

    /// What is of an owner who may let changes through anyhow is told apart: an administrator makes principals for
    /// others.
    private boolean mayOverride(String owner, Approval approval) {
        try {
            Subject subject = Subject.of(UUID.fromString(owner));
            return authorizer.find(subject, Approvals.OVERRIDE, scope(approval), RequestAttributes.NONE)
                    instanceof Finding.Allowed;
        } catch (IllegalArgumentException name) {
            return authorizer.isOpen();
        }
    }

    /// Who answers for a service principal.
    Optional<String> owner(Transaction transaction, String principal) {
        return DirectoryStore.owner(transaction, principal);
    }

    /// For which demands the word of the caller counts; a problem if for none.
    Set<Integer> fulfilled(Caller caller, Approval approval) {
        List<ApprovalGate.Demand> demands = approval.content().demands();
        Set<Integer> fulfilled = new HashSet<>();
        for (int i = 0; i < demands.size(); i++) {
            if (isOne(caller, demands.get(i).terms().approvers(), scope(approval))) {
                fulfilled.add(i);
            }
        }
        if (fulfilled.isEmpty()) {
            throw new ProblemException(new Problem.Forbidden(
                    ProblemCode.APPROVAL_NOT_ALLOWED,
                    "'" + caller.principal().name() + "' is not among those who decide approval " + approval.id() + ": "
                            + approval.content().demanded() + "."));
        }
        return fulfilled;
    }

    private boolean isOne(Caller caller, ApprovalTerms.Approvers wanted, AccessScope scope) {
        return wanted.role()
                .map(role -> authorizer.hasRole(caller, role, scope))
                .or(() -> wanted.group().map(group -> authorizer.isMember(caller, group)))
                .orElse(false);
    }

    /// What callers of development mode have to know, where all are one.
    String hint(Caller caller) {
        boolean all = authorizer.isOpen() && caller.principal().equals(Principal.DEVELOPER);
        return all
                ? " In development mode every caller is 'developer', whose own change it is: override the approval, or"
                        + " start the server with --require-sign-in."
                : "";
    }
}
