package fairlead.server.signature;

import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Permit;
import fairlead.server.access.Principal;
import fairlead.server.access.RequestContext;
import fairlead.server.access.Subject;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.access.identity.accesskey.Holder;
import fairlead.server.access.identity.accesskey.KeyMaterial;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Roles as AWS has them: service principals that others may assume, each by its name or its id.
public final class AssumedRoles {

    /// What a caller has to be allowed at the principal.
    public static final Action ASSUME = Action.called("assume", "Fairlead.Identity/principals");

    private static final Pattern ARN = Pattern.compile("arn:[^:]+:iam::([^:/]+):role/(?:.*/)?([^/]+)");
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_+=,.@-]{1,64}");

    private final Directory directory;
    private final Authorizer authorizer;
    private final Signatures signatures;
    private final Predicate<String> exists;

    /// @param exists whether there is a subscription
    public AssumedRoles(Directory directory, Authorizer authorizer, Signatures signatures, Predicate<String> exists) {
        this.directory = directory;
        this.authorizer = authorizer;
        this.signatures = signatures;
        this.exists = exists;
    }

    /// A role that was found.
    ///
    /// @param account in which it is assumed
    public record Role(DirectoryObject object, Account account) {

        /// Who makes requests in a session of it.
        public Principal principal() {
            return new Principal(object.name(), "Application", object.id());
        }
    }

    /// The account as which AWS tools know a subscription.
    public Account account(String subscription) {
        return signatures.account(subscription);
    }

    /// The role that an ARN names; empty if there is none, or if it is disabled.
    public Optional<Role> find(String arn) {
        Matcher parts = ARN.matcher(arn);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String subscription = signatures.subscription(parts.group(1));
        if (!exists.test(subscription)) {
            return Optional.empty();
        }
        List<DirectoryObject> named = directory.named(parts.group(2), DirectoryObject.Kind.SERVICE);
        return named.size() == 1 && !named.getFirst().disabled()
                ? Optional.of(new Role(named.getFirst(), signatures.account(subscription)))
                : Optional.empty();
    }

    /// The role that an ARN names, with what was decided for it; a problem if the caller may not assume it,
    /// which is the same whether there is one or not.
    ///
    /// @param what the caller wants, `sts:AssumeRole` for example
    public Assumed require(Caller caller, Holder holder, Account account, String arn, String what) {
        Optional<Role> role = find(arn);
        if (role.isPresent()
                && authorizer.allows(caller, ASSUME, role.get().object().scope())) {
            return new Assumed(
                    role.get(),
                    authorizer.require(caller, ASSUME, role.get().object().scope()));
        }
        throw new ProblemException(new Problem.Forbidden(
                ProblemCode.AUTHORIZATION_FAILED,
                "User: " + arn(holder, account) + " is not authorized to perform: " + what + " on resource: " + arn));
    }

    /// A role, and that it may be assumed.
    public record Assumed(Role role, Permit permit) {}

    /// The same request, made as the role that an ARN names.
    public Signed as(Signed signed, String arn) {
        if (authorizer.isOpen()) {
            return signed;
        }
        Assumed assumed = require(signed.caller(), signed.holder(), signed.account(), arn, "iam:PassRole");
        if (!assumed.role().account().equals(signed.account())) {
            throw new ProblemException(new Problem.Forbidden(
                    ProblemCode.AUTHORIZATION_FAILED,
                    "Cross-account pass role is not allowed: the role " + arn + " is not of the account "
                            + signed.account().number() + "."));
        }
        return signed.as(assumed.role().principal());
    }

    /// What AWS tools call a principal: its name, or its id where the name has characters that an ARN can't have.
    public static String name(String name, UUID id) {
        return SAFE.matcher(name).matches() ? name : id.toString();
    }

    /// The ARN of a session of a role.
    public static String arn(Account account, Principal role, String session) {
        return "arn:aws:sts::" + account.number() + ":assumed-role/" + name(role.name(), role.id()) + "/" + session;
    }

    /// Who has a key, as AWS tools know it.
    public static String arn(Holder holder, Account account) {
        Principal principal = holder.principal();
        return switch (holder.kind()) {
            case ROLE -> arn(account, principal, holder.session());
            case FILE -> "arn:aws:iam::" + account.number() + ":user/" + principal.name();
            case MINTED, SESSION ->
                "arn:aws:iam::" + account.number() + ":user/" + name(principal.name(), principal.id());
        };
    }

    /// What is told of a key by which a request is signed, and of those who have begun its session.
    static RequestContext.UsedKey used(String id, Holder holder, Account account) {
        return new RequestContext.UsedKey(
                id,
                account.number(),
                arn(holder, account),
                holder.sources().stream().map(Subject::id).toList());
    }

    /// The id of who has a key, as AWS has them.
    public static String userId(Holder holder) {
        Principal principal = holder.principal();
        return switch (holder.kind()) {
            case ROLE -> KeyMaterial.roleId(principal.id()) + ":" + holder.session();
            case FILE -> principal.name();
            case MINTED, SESSION -> KeyMaterial.userId(principal.id());
        };
    }
}
