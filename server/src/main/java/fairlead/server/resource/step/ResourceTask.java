package fairlead.server.resource.step;

import fairlead.contract.Breach;
import fairlead.contract.Guard;
import fairlead.contract.Rule;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Tags;
import fairlead.handler.Update;
import fairlead.schema.HandlerKind;
import fairlead.schema.TypeName;
import fairlead.schema.data.HandlerOutput;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.problem.Code;
import fairlead.server.resource.call.HandlerAnswer;
import fairlead.server.resource.call.HandlerCalls;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerRedaction;
import fairlead.server.resource.call.InternalClient;
import fairlead.server.resource.call.StepContext;
import fairlead.server.resource.call.StepState;
import fairlead.server.resource.call.StepState.Phase;
import fairlead.server.resource.change.ActionInput;
import fairlead.server.resource.change.DesiredState;
import fairlead.server.resource.change.NestedPuts;
import fairlead.server.resource.change.OperationCaller;
import fairlead.server.resource.change.OperationStart;
import fairlead.server.resource.change.PriorState;
import fairlead.server.resource.change.ReplacementChecks;
import fairlead.server.resource.change.ReplacementPlan;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ExtensionStore;
import fairlead.server.resource.record.InFlightRecords;
import fairlead.server.resource.record.InFlightRecords.Asked;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// What an operation on a resource does: calls the type's handler, holds the answer against the contract, and says
/// what is to be stored.
///
/// Implements the host's side of the "CloudFormation resource type handler contract". Every step may be taken
/// twice: the handler then gets the same token again.
public final class ResourceTask implements Task {

    private final Database database;
    private final ResourceStore store;
    private final Types types;
    private final Vault vault;
    private final Clock clock;
    private final InFlightRecords handover;
    private final HandlerCalls calls = new HandlerCalls();
    private final ResourceTransitions endings;
    private final Verification verification;
    private final ActionSteps actions;
    private final Dependents dependents;
    private final NestedSteps nested;
    private final Replacement replacement;
    private final ResourceVerbs resources;

    public ResourceTask(
            Database database,
            Types types,
            Vault vault,
            Clock clock,
            Scopes scopes,
            InFlightRecords handover,
            ResourceVerbs resources) {
        store = new ResourceStore(types.sealing());
        this.resources = resources;
        dependents = new Dependents(database, types, vault, clock, resources);
        this.handover = handover;
        this.database = database;
        this.types = types;
        this.vault = vault;
        this.clock = clock;
        endings = new ResourceTransitions(
                database,
                store,
                new ExtensionStore(database, types),
                clock,
                handover,
                resource -> types.version(resource.typeName(), resource.typeVersion())
                        .schema());
        verification = new Verification(calls, endings, vault, this::context);
        nested = new NestedSteps(database, new NestedPuts(types, vault), endings, vault, resources);
        HandlerInvoker hands = new HandlerInvoker(calls, this::context);
        OrphanCleanup leftBehind = new OrphanCleanup(database, types, vault, clock);
        ReplacementChecks replacements = new ReplacementChecks(store, scopes);
        replacement = new Replacement(hands, endings, leftBehind, vault, database, replacements);
        actions = new ActionSteps(calls, endings, verification, vault, this::context);
    }

    @Override
    public Step run(Operation operation, Consumer<String> log) {
        return HandlerOutput.heardBy(log, () -> run(operation));
    }

    @Override
    public Step run(Operation stored) {
        Operation operation = opened(stored);
        UUID uid = UUID.fromString(operation.subject());
        Optional<Asked> found = handover.takeBegun(uid)
                .or(() -> database.read(transaction -> store.find(transaction, uid))
                        .map(resource -> new Asked(resource, Optional.empty())));
        if (found.isEmpty()) {
            return operation.kind() == OperationKind.DELETE
                    ? new Step.Succeed(Change.none())
                    : new Step.Fail(
                            new Failure(ErrorCode.NOT_FOUND, "The resource is no longer there."), Change.none());
        }
        StepContext work = work(operation, found.get().resource(), found.get().desired());
        HandlerRedaction discretion = HandlerRedaction.about(work, vault);
        return discretion.told(nested.after(work, discretion.during(() -> step(work))));
    }

    private StepContext work(Operation operation, Resource resource, Optional<ObjectNode> asked) {
        TypeVersion type = types.version(resource.typeName(), version(operation, resource));
        Guard guard = new Guard(type.schema()).tagged(tags(operation, resource));
        StepState memory =
                StepState.open(vault, operation.progress(), operation.id().toString());
        return new StepContext(operation, resource, type, guard, memory, nested.follow(operation, type, memory), asked);
    }

    private static int version(Operation operation, Resource resource) {
        return operation.kind() == OperationKind.ACTION
                ? ActionInput.decode(operation.input()).version()
                : resource.typeVersion();
    }

    private Step step(StepContext work) {
        boolean unidentified = work.resource().identifier().isEmpty();
        if (unidentified && work.resource().doubt().isPresent()) {
            return recover(work);
        }
        return switch (work.memory().phase()) {
            case VERIFY -> verification.step(work);
            case RECREATE -> create(work);
            case NESTED -> nested.step(work);
            case CREATE_NEW, VERIFY_NEW, DELETE_OLD, AWAIT_OLD_GONE, DELETE_NEW, RECREATE_OLD -> replacement.step(work);
            case CALL, RECOVER, DEPENDENTS ->
                switch (work.operation().kind()) {
                    case CREATE -> foundByRecovery(work) ? update(work) : create(work);
                    case UPDATE -> update(work);
                    case ACTION -> actions.step(work);
                    case DELETE ->
                        begunToDelete(work)
                                ? delete(work)
                                : dependents
                                        .step(work, endings.failed(work, false))
                                        .orElseGet(() -> unidentified
                                                ? new Step.Succeed(endings.removed(work))
                                                : delete(work.remembering(StepState.NOTHING)));
                    // A kind that strays in here must never end in the deletion of a resource.
                    case DELETE_GROUP, MOVE, IMPORT, REGISTER_TYPE, TEST_TYPE ->
                        throw work.operation().kind().unexpectedIn("a step of a resource's operation");
                };
        };
    }

    /// Whether the handler has been asked to delete already, and has asked to be called again.
    private static boolean begunToDelete(StepContext work) {
        return work.memory().phase() == Phase.CALL && work.memory().memo().isPresent();
    }

    /// A create that finds an identifier which neither its caller has chosen nor its own calls have told: recovery
    /// has found what an earlier one made.
    private static boolean foundByRecovery(StepContext work) {
        return work.operation().input().length > 0
                && work.type().namedBy().isEmpty()
                && work.resource().identifier().isPresent()
                && work.memory().memo().isEmpty();
    }

    private Operation opened(Operation stored) {
        return Vault.isSealed(stored.input()) ? stored.given(OperationStart.input(stored, types.sealing())) : stored;
    }

    @Override
    public Change ended(Operation stored, OperationState state) {
        Operation operation = opened(stored);
        StepState memory =
                StepState.open(vault, operation.progress(), operation.id().toString());
        boolean reached = memory.phase() == Phase.NESTED;
        return nested.forgetting(
                operation.id(),
                memory.phase().replaces()
                        ? replacementEnded(operation, state)
                        : endings.withoutStep(operation, state, reached));
    }

    private Change replacementEnded(Operation operation, OperationState state) {
        UUID uid = UUID.fromString(operation.subject());
        return database.read(transaction -> store.find(transaction, uid))
                .map(resource -> replacement.ended(
                        work(operation, resource, Optional.empty()), ResourceTransitions.state(state)))
                .orElse(Change.none());
    }

    // -- create ---------------------------------------------------------------------------------------------

    private Step create(StepContext work) {
        ObjectNode desired = whole(work.desired(), work.resource().secrets(), work);
        String token = work.operation().id().toString();
        HandlerAnswer answer = callCreate(work, desired, token);
        return switch (answer) {
            case HandlerAnswer.Overran() -> overran(work, Rule.CREATE_DEADLINE, endings.failed(work, true));
            case HandlerAnswer.Progressed(var progress, var thrown) -> {
                List<Breach> breaches =
                        work.guard().create(progress, desired, work.resource().identifier());
                yield breaches.isEmpty()
                        ? created(work, progress, thrown)
                        : breach(breaches, endings.failed(work, true));
            }
        };
    }

    private HandlerAnswer callCreate(StepContext work, ObjectNode desired, String token) {
        return calls.call(
                work.target(HandlerKind.CREATE),
                HandlerCalls.CHANGE,
                () -> work.type()
                        .handler()
                        .create(
                                new Create(
                                        desired,
                                        work.memory().memo(),
                                        work.memory().reached()),
                                context(work, token, HandlerCalls.CHANGE)));
    }

    private Step created(StepContext work, Progress progress, boolean thrown) {
        return switch (progress) {
            case Progress.Done(var model) -> verification.begin(work, model);
            case Progress.Again again -> goOn(work, again);
            case Progress.Failed(var code, var message) -> {
                boolean hostFailed = code == ErrorCode.HANDLER_INTERNAL_FAILURE;
                boolean doubtful = thrown || hostFailed || code.retryable();
                boolean nothingMade = !doubtful && work.memory().memo().isEmpty();
                Change end = nothingMade && wantsNothingElse(work)
                        ? endings.withdrawn(work)
                        : code == ErrorCode.ALREADY_EXISTS && isFirstCall(work)
                                ? endings.notOurs(work)
                                : endings.failed(work, doubtful);
                yield failed(work, code, message, end);
            }
            case Progress.Gone() -> throw new IllegalStateException("the guard lets no create end so");
        };
    }

    /// Whether no earlier call can have made what exists already.
    private static boolean isFirstCall(StepContext work) {
        return work.operation().kind() == OperationKind.CREATE
                && work.operation().attempt() == 1
                && work.operation().fence() == 1
                && work.memory().memo().isEmpty();
    }

    /// Who creates under a token wants the thing or nothing: a record that says that it failed would be in their
    /// way. Who PUTs gets a resource in the state Failed.
    private static boolean wantsNothingElse(StepContext work) {
        return work.operation().clientToken().isPresent();
    }

    /// An earlier create may have made something and its identifier was never told. The same create, with its
    /// first token, tells it: "a create whose outcome is unknown is repeated with the same token, never with a new
    /// one".
    private Step recover(StepContext work) {
        Optional<PriorState> before = Optional.of(work.operation().input())
                .filter(input -> input.length > 0 && work.operation().kind() == OperationKind.CREATE)
                .map(PriorState::decode);
        ObjectNode desired = whole(
                before.map(earlier -> earlier.asked(work.type().schema())).orElseGet(() -> work.desired()),
                before.map(PriorState::secrets).orElse(work.resource().secrets()),
                work);
        String token = work.resource().doubt().orElseThrow();
        HandlerAnswer answer = callCreate(work, desired, token);
        return switch (answer) {
            case HandlerAnswer.Overran() -> overran(work, Rule.CREATE_DEADLINE, endings.stillDoubtful(work));
            case HandlerAnswer.Progressed(var progress, var thrown) -> recovered(work, progress, thrown);
        };
    }

    private Step recovered(StepContext work, Progress progress, boolean thrown) {
        Function<Optional<String>, Step> settled = identifier ->
                new Step.Again(Duration.ZERO, new byte[0], Optional.empty(), "", endings.identified(work, identifier));
        return switch (progress) {
            case Progress.Done(var model) -> settled.apply(work.type().schema().identifier(model));
            case Progress.Again(var properties, var after, var memo, var _, var message) -> {
                Optional<String> identifier = work.type().schema().identifier(properties);
                StepState next = StepState.at(Phase.RECOVER).after(properties, memo);
                yield identifier.isPresent()
                        ? settled.apply(identifier)
                        : new Step.Again(after, sealed(work, next), Optional.empty(), message, Change.none());
            }
            case Progress.Failed(var code, var message)
            when thrown || code == ErrorCode.HANDLER_INTERNAL_FAILURE || code.retryable() ->
                new Step.Retry(new Failure(code, message), work.operation().progress(), endings.stillDoubtful(work));
            case Progress.Failed _, Progress.Gone() -> settled.apply(Optional.empty());
        };
    }

    // -- update ---------------------------------------------------------------------------------------------

    private Step update(StepContext work) {
        if (work.nests() && isAsBefore(work)) {
            return new Step.Succeed(Change.none());
        }
        PriorState before = PriorState.decode(work.operation().input());
        Optional<ReplacementPlan> order = ReplacementPlan.decode(before.order());
        if (order.isPresent() && order.get().atOnce()) {
            return replacement.begin(work);
        }
        if (!(work.type().handler() instanceof Updatable handler)) {
            String message = "The type has no update handler; delete the resource and create it again.";
            return mayRemake(work, before) && verification.look(work).isEmpty()
                    ? remade(work)
                    : new Step.Fail(new Failure(ErrorCode.NOT_UPDATABLE, message), endings.reverted(work));
        }
        ObjectNode desired = whole(work.desired(), work.resource().secrets(), work);
        ObjectNode previous = whole(Documents.object(before.properties()), before.secrets(), work);
        String token = work.operation().id().toString();
        HandlerAnswer answer = calls.call(
                work.target(HandlerKind.UPDATE),
                HandlerCalls.CHANGE,
                () -> handler.update(
                        new Update(
                                work.identifierModel(),
                                desired,
                                previous,
                                work.memory().memo()),
                        context(work, token, HandlerCalls.CHANGE)));
        return switch (answer) {
            case HandlerAnswer.Overran() -> overran(work, Rule.UPDATE_DEADLINE, endings.reverted(work));
            case HandlerAnswer.Progressed(var progress, var _) -> {
                List<Breach> breaches = work.guard().update(progress, desired, work.identifier());
                yield breaches.isEmpty() ? updated(work, progress, before) : breach(breaches, revert(work));
            }
        };
    }

    /// Whether only what is nested was asked for.
    private boolean isAsBefore(StepContext work) {
        PriorState before = PriorState.decode(work.operation().input());
        boolean sound =
                before.state() == ProvisioningState.SUCCEEDED || !(work.type().handler() instanceof Updatable);
        DesiredState wish = new DesiredState(
                work.type().schema(), work.desired(), secret(work.resource().secrets(), work));
        return sound
                && Arrays.equals(before.tags(), work.resource().tags())
                && Arrays.equals(before.sku(), work.resource().sku())
                && wish.isFulfilledBy(
                        before.asked(work.type().schema()),
                        secret(before.secrets(), work),
                        Documents.object(before.properties()));
    }

    private Step updated(StepContext work, Progress progress, PriorState before) {
        return switch (progress) {
            case Progress.Done(var model) -> verification.begin(work, model);
            case Progress.Again again -> goOn(work, again);
            case Progress.Failed(var code, var _)
            when code == ErrorCode.NOT_FOUND && mayRemake(work, before) -> remade(work);
            case Progress.Failed(var code, var _)
            when code == ErrorCode.NOT_UPDATABLE && before.order().length > 0 -> replaced(work);
            case Progress.Failed(var code, var message) ->
                failed(work, code, message, code.retryable() ? endings.reverted(work) : revert(work));
            case Progress.Gone() -> throw new IllegalStateException("the guard lets no update end so");
        };
    }

    /// The handler says that it can't be changed in place, and the caller has allowed for that.
    private Step replaced(StepContext work) {
        return replacement
                .hindrance(work)
                .<Step>map(failure -> new Step.Fail(failure, revert(work)))
                .orElseGet(() -> replacement.begin(work));
    }

    /// A PUT on a resource that failed or was cancelled repairs it, and that may mean making it.
    private static boolean mayRemake(StepContext work, PriorState before) {
        boolean broken = before.state() == ProvisioningState.FAILED || before.state() == ProvisioningState.CANCELED;
        return broken && work.memory().memo().isEmpty();
    }

    private Step remade(StepContext work) {
        return new Step.Again(
                Duration.ZERO,
                sealed(work, StepState.at(Phase.RECREATE)),
                Optional.empty(),
                "The resource does not exist; it is created again.",
                work.type().namedBy().isEmpty() ? endings.identified(work, Optional.empty()) : Change.none());
    }

    /// What a failed update leaves: the handler's own reading of the thing if there is one, else what was there
    /// before.
    private Change revert(StepContext work) {
        return verification
                .look(work)
                .map(model -> endings.revertedTo(work, model))
                .orElseGet(() -> endings.reverted(work));
    }

    // -- delete ---------------------------------------------------------------------------------------------

    private Step delete(StepContext work) {
        String token = work.operation().id().toString();
        HandlerAnswer answer = calls.call(
                work.target(HandlerKind.DELETE),
                HandlerCalls.CHANGE,
                () -> work.type()
                        .handler()
                        .delete(
                                new fairlead.handler.Delete(
                                        work.identifierModel(), work.memory().memo()),
                                context(work, token, HandlerCalls.CHANGE)));
        return switch (answer) {
            case HandlerAnswer.Overran() -> overran(work, Rule.DELETE_DEADLINE, endings.failed(work, false));
            case HandlerAnswer.Progressed(var progress, var _) -> {
                List<Breach> breaches = work.guard().delete(progress);
                yield breaches.isEmpty() ? deleted(work, progress) : breach(breaches, endings.failed(work, false));
            }
        };
    }

    private Step deleted(StepContext work, Progress progress) {
        return switch (progress) {
            case Progress.Gone() -> verification.begin(work, Documents.empty());
            case Progress.Again(var properties, var after, var memo, var percent, var message) ->
                new Step.Again(
                        notNegative(after),
                        sealed(work, work.memory().after(properties, memo)),
                        percent,
                        message,
                        Change.none());
            case Progress.Failed(var code, var _)
            when code == ErrorCode.NOT_FOUND -> new Step.Succeed(endings.removed(work));
            case Progress.Failed(var code, var message) -> failed(work, code, message, endings.failed(work, false));
            case Progress.Done _ -> throw new IllegalStateException("the guard lets no delete end so");
        };
    }

    // -- what all share -------------------------------------------------------------------------------------

    private Step goOn(StepContext work, Progress.Again again) {
        Optional<String> identifier = work.type().schema().identifier(again.properties());
        Change change =
                identifier.equals(work.resource().identifier()) ? Change.none() : endings.identified(work, identifier);
        return new Step.Again(
                notNegative(again.after()),
                sealed(work, work.memory().after(again.properties(), again.memo())),
                again.percent(),
                again.message(),
                change,
                identifier);
    }

    private static Step failed(StepContext work, ErrorCode code, String message, Change change) {
        Failure failure = new Failure(code, message);
        return code.retryable()
                ? new Step.Retry(failure, work.operation().progress(), change)
                : new Step.Fail(failure, change);
    }

    /// A call that overran may have done its work: it is repeated, with the same token.
    private static Step overran(StepContext work, Rule rule, Change change) {
        Failure failure = new Failure(
                ErrorCode.SERVICE_TIMEOUT,
                "The handler did not answer in time. "
                        + new Breach(rule, "").message().strip());
        return new Step.Retry(failure, work.operation().progress(), change);
    }

    private static Step breach(List<Breach> breaches, Change change) {
        String message = String.join(" ", breaches.stream().map(Breach::message).toList());
        return new Step.Fail(new Failure(Code.of(breaches.getFirst().rule()), message), change);
    }

    private byte[] sealed(StepContext work, StepState memory) {
        return memory.seal(vault, work.operation().id().toString());
    }

    private ObjectNode whole(ObjectNode visible, byte[] secrets, StepContext work) {
        if (secrets.length == 0) {
            return visible;
        }
        return work.type().schema().overlay(visible, secret(secrets, work));
    }

    private ObjectNode secret(byte[] sealed, StepContext work) {
        return Documents.object(vault.open(sealed, work.resource().uid().toString()));
    }

    private Context context(StepContext work, String token, Duration limit) {
        TypeName name = work.type().name();
        return Context.builder(name.toString(), token, clock.instant().plus(limit), clock)
                .in(work.resource().id().subscription(), work.resource().location())
                .name(work.resource().id().name())
                .tags(tags(work.operation(), work.resource()))
                .attempt(work.operation().attempt())
                .configuration(types.configuration(name))
                .trace(HandlerCalls.trace())
                .id(work.resource().id().toString())
                .sku(Documents.object(work.resource().sku()))
                .client(new InternalClient(
                        resources,
                        types,
                        OperationCaller.of(work.operation()),
                        work.resource().id()))
                .build();
    }

    private static Tags tags(Operation operation, Resource resource) {
        Map<String, String> desired = Documents.texts(resource.tags());
        boolean known = operation.kind() == OperationKind.UPDATE && operation.input().length > 0;
        Map<String, String> previous =
                known ? Documents.texts(PriorState.decode(operation.input()).tags()) : desired;
        return new Tags(desired, operation.kind() == OperationKind.CREATE ? Map.of() : previous);
    }

    private static Duration notNegative(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }
}
