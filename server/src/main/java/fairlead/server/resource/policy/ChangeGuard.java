package fairlead.server.resource.policy;

import fairlead.schema.ResourceSchema;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.access.policy.AssignedRule;
import fairlead.server.access.policy.CurrentPolicies;
import fairlead.server.access.policy.Guardrails;
import fairlead.server.access.policy.Judgement;
import fairlead.server.access.policy.rule.Facts;
import fairlead.server.database.Database;
import fairlead.server.operation.OperationId;
import fairlead.server.plan.Plan;
import fairlead.server.plan.SecretDigests;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.DesiredState;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.TagProperty;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Resource;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import fairlead.server.type.hook.HookPoint;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Asks the guardrails about changes of resources, when these are planned, and then hooks.
public final class ChangeGuard {

    private final Guardrails guardrails;
    private final Scopes scopes;
    private final Types types;
    private final Vault vault;
    private final SecretDigests digests;
    private final HookGate hooks;
    private final LinkedScopes links;

    /// @param digests what stands for secrets in plans
    public ChangeGuard(Guardrails guardrails, Scopes scopes, Types types, Vault vault, SecretDigests digests) {
        this(guardrails, scopes, types, vault, digests, HookGate.NONE, LinkedScopes.NONE);
    }

    private ChangeGuard(
            Guardrails guardrails,
            Scopes scopes,
            Types types,
            Vault vault,
            SecretDigests digests,
            HookGate hooks,
            LinkedScopes links) {
        this.digests = digests;
        this.guardrails = guardrails;
        this.scopes = scopes;
        this.types = types;
        this.vault = vault;
        this.hooks = hooks;
        this.links = links;
    }

    /// The same, which asks hooks, too.
    public ChangeGuard asking(HookGate gate) {
        return new ChangeGuard(guardrails, scopes, types, vault, digests, gate, links);
    }

    /// The same, which looks at what resources refer to.
    public ChangeGuard linking(LinkedScopes scopesOfOthers) {
        return new ChangeGuard(guardrails, scopes, types, vault, digests, hooks, scopesOfOthers);
    }

    /// One that goes by the rules of a database and tells no trail what was refused.
    public static ChangeGuard of(Database database, Scopes scopes, Types types, Vault vault, Clock clock) {
        CurrentPolicies current = new CurrentPolicies(database);
        return new ChangeGuard(
                new Guardrails(current, Authorizer.open(), _ -> {}, clock),
                scopes,
                types,
                vault,
                new SecretDigests(new byte[Long.BYTES]));
    }

    /// The same, for changes that are only thought through.
    ///
    /// @param preview what takes notice of their plans
    public ChangeGuard silent(ApprovalGate preview) {
        return new ChangeGuard(guardrails.silent(preview), scopes, types, vault, digests, hooks.silent(), links);
    }

    /// Where changes ask whether they were approved.
    public ApprovalGate gate() {
        return guardrails.gate();
    }

    /// A request as it may go on.
    public record Guarded(Put request, DesiredState desired, Judgement judgement) {}

    /// What is asked for of a resource that is made: hooks are asked about it, too.
    ///
    /// @param location where
    public Guarded creation(Put request, DesiredState desired, String location) {
        Supplier<Around> around = () -> new Around(Documents.empty(), location, Documents.empty(), Optional.empty());
        Guarded guarded = guarded(
                request, desired, around, amended -> DesiredState.toCreate(request.type(), amended.properties()));
        askHooks(guarded, HookPoint.CREATE, Optional::empty);
        return guarded;
    }

    /// What is asked for of a resource that is there. Hooks are asked about it by [#askHooks], once it is known that
    /// there is something to do.
    ///
    /// @param again the desired state of the request, once rules have changed it
    public Guarded change(Put request, DesiredState desired, Resource present, Function<Put, DesiredState> again) {
        Supplier<Around> around = () -> new Around(
                Documents.object(present.properties()), present.location(), sku(present), Optional.of(present));
        return guarded(request, desired, around, again);
    }

    /// Asks hooks about a change of a resource that is there; a problem if it is refused.
    public void askHooks(Guarded guarded, Resource present) {
        boolean made = present.identifier().isPresent();
        askHooks(
                guarded,
                made ? HookPoint.UPDATE : HookPoint.CREATE,
                () -> made ? Optional.of(known(present)) : Optional.empty());
    }

    private void askHooks(Guarded guarded, HookPoint point, Supplier<Optional<ObjectNode>> previous) {
        Put request = guarded.request();
        DesiredState desired = guarded.desired();
        ResourceSchema schema = request.type().schema();
        hooks.ask(new HookGate.Change(
                request.caller(),
                point,
                request.id(),
                schema.typeName(),
                () -> new HookGate.Models(
                        ResourceFacts.masked(schema, desired.visible(), desired.secret()), previous.get())));
    }

    /// The properties of a resource as a hook may see them.
    private ObjectNode known(Resource resource) {
        ResourceSchema schema =
                types.version(resource.typeName(), resource.typeVersion()).schema();
        ObjectNode visible = schema.withoutReadOnly(Documents.object(resource.properties()));
        return ResourceFacts.masked(schema, visible, secret(resource));
    }

    /// What a request leaves as it is.
    ///
    /// @param before the properties that are there
    /// @param present what is changed, if it is there already
    private record Around(ObjectNode before, String location, ObjectNode sku, Optional<Resource> present) {}

    static ObjectNode sku(Resource resource) {
        return resource.sku().length == 0 ? Documents.empty() : Documents.object(resource.sku());
    }

    /// @param surroundings are read only if there are rules
    private Guarded guarded(
            Put request, DesiredState desired, Supplier<Around> surroundings, Function<Put, DesiredState> again) {
        Caller caller = request.caller();
        links.require(
                request,
                desired.whole(),
                desired.secret(),
                () -> surroundings.get().before());
        if (guardrails.areIdle()) {
            Judgement judgement = guardrails.judge(
                    caller,
                    () -> facts(request, desired, surroundings.get()),
                    List.of(),
                    planned(request, desired, surroundings));
            requirePlan(request, judgement);
            return new Guarded(request, desired, judgement);
        }
        Around around = surroundings.get();
        ObjectNode tags = request.tags().deepCopy();
        ObjectNode properties = desired.whole().deepCopy();
        Facts asked = facts(request, desired, around);
        List<AssignedRule> amending = guardrails.amend(caller, asked, tags, properties);
        Put next = amending.isEmpty() ? request : amended(request, desired, around.before(), tags, properties);
        DesiredState wanted = amending.isEmpty() ? desired : again.apply(next);
        next.nested().forEach(child -> links.require(child, child.properties(), Documents.empty(), Documents::empty));
        List<Judgement> along = next.nested().stream()
                .map(child -> guardrails.judge(
                        caller,
                        () -> nested(child, around.location()),
                        List.of(),
                        new NestedPlan(child, around.location(), digests)))
                .toList();
        Judgement judgement = guardrails.judge(
                caller,
                () -> amending.isEmpty() ? asked : facts(next, wanted, around),
                amending,
                planned(next, wanted, () -> around));
        along.forEach(judgement::bringsAlong);
        requirePlan(next, judgement);
        return new Guarded(next, wanted, judgement);
    }

    private static void requirePlan(Put request, Judgement judgement) {
        judgement.isPartOf(request.terms().within().map(OperationId::toString));
        judgement.require(request.terms().plan());
    }

    private ApprovalGate.Change planned(Put request, DesiredState desired, Supplier<Around> surroundings) {
        return new LazyPlan(() -> {
            Around around = surroundings.get();
            return new ChangePlan(
                    planned(request),
                    request.type(),
                    around.present(),
                    Optional.of(ChangePlan.After.of(request, desired, around.location(), around.sku())),
                    digests,
                    vault);
        });
    }

    /// The id in the plan. A name that was made up for the request is not in it, so that the request can be repeated.
    private static String planned(Put request) {
        String id = request.id().toString();
        return request.terms().unnamed() ? id.substring(0, id.lastIndexOf('/') + 1) + "(new)" : id;
    }

    /// One that is made where it is asked for alone.
    private record LazyPlan(Supplier<ApprovalGate.Change> make) implements ApprovalGate.Change {
        @Override
        public Plan.Step step() {
            return make.get().step();
        }

        @Override
        public ObjectNode difference() {
            return make.get().difference();
        }
    }

    /// The request with what rules have made of it. Where a type keeps its tags in a property, both say the same.
    private static Put amended(
            Put request, DesiredState desired, ObjectNode before, ObjectNode tags, ObjectNode properties) {
        ResourceSchema schema = request.type().schema();
        boolean identifies = !schema.changed(desired.whole(), properties, schema.primaryIdentifier())
                .isEmpty();
        if (identifies) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.PROPERTY_CHANGE_NOT_ALLOWED,
                    "A policy would change by what '" + request.id() + "' is identified."));
        }
        return TagProperty.unify(request, tags, properties, before);
    }

    private Facts facts(Put request, DesiredState desired, Around around) {
        ObjectNode shown = ResourceFacts.masked(request.type().schema(), desired.visible(), desired.secret());
        return new ResourceFacts(
                scopes,
                request.id(),
                doing(request.caller(), Action.write(request.id().type().toString())),
                around.location(),
                new ResourceFacts.Content(
                        request.tags(),
                        shown,
                        request.sku().orElse(around.sku()),
                        request.type().recorded()));
    }

    private Facts nested(Put child, String location) {
        return new ResourceFacts(
                scopes,
                child.id(),
                doing(child.caller(), Action.write(child.id().type().toString())),
                location,
                new ResourceFacts.Content(child.tags(), child.properties(), Documents.empty(), false));
    }

    private static ResourceFacts.Doing doing(Caller caller, Action action) {
        return new ResourceFacts.Doing(caller.principal().id().toString(), action.name());
    }

    /// A resource as it is to be without a handler being asked: with other tags.
    public Judgement settled(Caller caller, Resource next) {
        return settled(caller, next, SettledPlan.tagged(next));
    }

    /// A resource as it is to be at another address.
    public Judgement moved(Caller caller, Resource present, Resource next) {
        return settled(caller, next, SettledPlan.moved(present, next));
    }

    /// A resource of which a record is to be made, as it was found.
    public Judgement found(Caller caller, Resource next) {
        return settled(caller, next, SettledPlan.found(next));
    }

    private Judgement settled(Caller caller, Resource next, SettledPlan plan) {
        Action write = Action.write(next.id().type().toString());
        return guardrails.judge(caller, () -> facts(next, doing(caller, write)), List.of(), plan);
    }

    /// The tags that a resource gets, as rules change them.
    ///
    /// @param present with other tags
    public ObjectNode tagged(Caller caller, Resource present, ObjectNode tags) {
        if (guardrails.areIdle()) {
            return tags;
        }
        ObjectNode amended = tags.deepCopy();
        Action write = Action.write(present.id().type().toString());
        Resource next = present.retagged(present.id(), Documents.bytes(tags), present.systemData());
        ObjectNode unused = Documents.object(present.properties());
        List<AssignedRule> _ = guardrails.amend(caller, facts(next, doing(caller, write)), amended, unused);
        return amended;
    }

    /// A resource that is to be deleted: hooks are asked about it, too.
    ///
    /// @param plan the hash of the plan that the caller was shown
    public Judgement deletion(Caller caller, TypeVersion type, Resource present, Optional<String> plan) {
        Action delete = Action.delete(present.id().type().toString());
        ChangePlan change =
                new ChangePlan(present.id().toString(), type, Optional.of(present), Optional.empty(), digests, vault);
        Judgement judgement = guardrails.judgeDeletion(caller, () -> facts(present, doing(caller, delete)), change);
        judgement.require(plan);
        hooks.ask(new HookGate.Change(
                caller,
                HookPoint.DELETE,
                present.id(),
                present.typeName(),
                () -> new HookGate.Models(known(present), Optional.empty())));
        return judgement;
    }

    /// A resource as it is recorded.
    Facts facts(Resource resource) {
        return facts(resource, ResourceFacts.Doing.NOTHING);
    }

    private Facts facts(Resource resource, ResourceFacts.Doing doing) {
        TypeVersion type = types.version(resource.typeName(), resource.typeVersion());
        ObjectNode visible = Documents.object(resource.properties());
        ObjectNode secret = secret(resource);
        return new ResourceFacts(
                scopes,
                resource.id(),
                doing,
                resource.location(),
                new ResourceFacts.Content(
                        resource.tracked() ? Documents.object(resource.tags()) : Documents.empty(),
                        ResourceFacts.masked(type.schema(), visible, secret),
                        sku(resource),
                        resource.tracked()));
    }

    private ObjectNode secret(Resource resource) {
        return resource.secrets().length == 0
                ? Documents.empty()
                : Documents.object(vault.open(resource.secrets(), resource.uid().toString()));
    }
}
