package fairlead.server.resource.policy;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.list.References;
import fairlead.server.resource.record.ResourceId;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Whether callers may use what the resources that they write refer to. A handler often has more power than its caller:
/// a role in the database of another team is made by who names that database, unless it is asked here.
///
/// A reference is what the schema's `relationshipRef` says, or an ARN; a caller needs to be allowed to read what it
/// means. What was there before is not asked again, nor what means nothing: a handler says so.
public final class LinkedScopes {

    /// Nothing is asked: what refers to what is all the caller's.
    static final LinkedScopes NONE = new LinkedScopes(Authorizer.open(), Optional.empty());

    private final Authorizer authorizer;
    private final Optional<References> references;

    public LinkedScopes(Authorizer authorizer, References references) {
        this(authorizer, Optional.of(references));
    }

    private LinkedScopes(Authorizer authorizer, Optional<References> references) {
        this.authorizer = authorizer;
        this.references = references;
    }

    /// A problem unless the caller may read all that the resource newly refers to.
    ///
    /// @param wanted the properties that it is to have
    /// @param secret those of them that are never shown
    /// @param before the properties that it has
    void require(Put request, ObjectNode wanted, ObjectNode secret, Supplier<ObjectNode> before) {
        if (references.isEmpty() || authorizer.isOpen()) {
            return;
        }
        BiPredicate<String, String> isNew =
                (pointer, value) -> !before.get().at(pointer).asString("").equals(value);
        for (References.Reference reference : references.get().of(request.id(), request.type(), wanted, isNew)) {
            reference.targets().stream()
                    .filter(target -> !mayRead(request.caller(), target))
                    .findFirst()
                    .ifPresent(target -> {
                        boolean hidden = !secret.at(reference.pointer()).isMissingNode();
                        throw refused(request, target, hidden ? reference.pointer() : reference.value());
                    });
        }
    }

    private boolean mayRead(Caller caller, ResourceId target) {
        return authorizer.allows(caller, read(target), new AccessScope(target.toString()));
    }

    private static Action read(ResourceId target) {
        return Action.read(target.type().toString());
    }

    /// In Azure's words. What is linked is called as the caller calls it: where it really is would tell of others.
    private static ProblemException refused(Put request, ResourceId target, String linked) {
        Caller caller = request.caller();
        return new ProblemException(new Problem.Forbidden(
                ProblemCode.LINKED_AUTHORIZATION_FAILED,
                "The client '" + caller.principal().name() + "' with object id '"
                        + caller.principal().id() + "' has permission to perform action '"
                        + Action.write(request.id().type().toString()) + "' on scope '" + request.id()
                        + "'; however, it does not have permission to perform action '"
                        + read(target)
                        + "' on the linked scope(s) '" + linked + "' or the linked scope(s) are invalid."));
    }
}
