package fairlead.server.resource.step;

import fairlead.contract.Guard;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.schema.data.HandlerOutput;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.resource.call.ActionTokens;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerRedaction;
import fairlead.server.resource.call.HandlerResult;
import fairlead.server.resource.call.StepContext;
import fairlead.server.resource.call.StepHandlers;
import fairlead.server.resource.call.StepState;
import fairlead.server.resource.call.StepState.Phase;
import fairlead.server.resource.change.ActionInput;
import fairlead.server.resource.change.DesiredState;
import fairlead.server.resource.change.NestedPuts;
import fairlead.server.resource.change.OperationStart;
import fairlead.server.resource.change.PriorState;
import fairlead.server.resource.change.ReplacementPlan;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.naming.AddressedIdentifiers;
import fairlead.server.resource.record.Doubt;
import fairlead.server.resource.record.ExtensionStore;
import fairlead.server.resource.record.InFlightRecords;
import fairlead.server.resource.record.InFlightRecords.Asked;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.secret.GeneratedSecrets;
import fairlead.server.resource.step.UnrecordedSearch.Seeker;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// What an operation on a resource does: calls the type's handler, holds the answer against the contract, and says
/// what is to be stored.
///
/// Implements the host's side of the "CloudFormation resource type handler contract". Every step may be taken
/// twice: the handler then gets the same token again.
public final class ResourceTask implements Task {

    private static final StepState RECOVERING = StepState.at(Phase.RECOVER);

    private final Database database;
    private final ResourceStore store;
    private final Types types;
    private final Vault vault;
    private final InFlightRecords inFlight;
    private final StepHandlers handlers;
    private final ResourceTransitions transitions;
    private final Verification verification;
    private final UnrecordedSearch search;
    private final ActionSteps actions;
    private final Dependents dependents;
    private final NestedSteps nested;
    private final Replacement replacement;
    private final OrphanCleanup orphans;
    private final DeletionTurn turn;
    private final ResourceVerbs resources;

    public ResourceTask(
            Database database,
            Types types,
            Vault vault,
            Clock clock,
            InFlightRecords inFlight,
            HandlerInvoker invoker,
            ResourceVerbs resources) {
        store = new ResourceStore(types.sealing());
        handlers = new StepHandlers(invoker, types, resources, vault);
        dependents = new Dependents(database, types, vault, clock, resources);
        turn = new DeletionTurn(database, store, clock);
        this.inFlight = inFlight;
        this.resources = resources;
        this.database = database;
        this.types = types;
        this.vault = vault;
        transitions = new ResourceTransitions(
                database,
                store,
                new ExtensionStore(database, types),
                clock,
                inFlight,
                new GeneratedSecrets(vault),
                resource -> types.version(resource.typeName(), resource.typeVersion()));
        search = new UnrecordedSearch(database, store, invoker);
        verification = new Verification(handlers, transitions, vault, search);
        nested = new NestedSteps(
                database,
                new NestedPuts(types, vault, new AddressedIdentifiers(database, store, types)),
                transitions,
                vault,
                resources);
        orphans = new OrphanCleanup(database, types, vault, invoker, clock);
        replacement = new Replacement(handlers, transitions, orphans, vault, database, resources);
        actions = new ActionSteps(handlers, transitions, verification, vault);
    }

    @Override
    public Step run(Operation operation, Consumer<String> log) {
        return HandlerOutput.heardBy(log, () -> run(operation));
    }

    @Override
    public Step run(Operation stored) {
        Operation operation = opened(stored);
        UUID uid = UUID.fromString(operation.subject());
        Optional<Asked> found = inFlight.takeBegun(uid)
                .or(() -> database.read(transaction -> store.find(transaction, uid))
                        .map(resource -> new Asked(resource, Optional.empty())));
        boolean own = found.isPresent() && found.get().resource().operation().equals(Optional.of(operation.id()));
        Optional<Step> waiting = own ? Optional.empty() : resources.waiting(stored);
        if (waiting.isPresent()) {
            return waiting.get();
        }
        if (found.isEmpty()) {
            return operation.kind() == OperationKind.DELETE
                    ? new Step.Succeed(Change.none())
                    : new Step.Fail(
                            new Failure(ErrorCode.NOT_FOUND, "The resource is no longer there."), Change.none());
        }
        if (turn.isToCome(operation, found.get().resource())) {
            return turn.step(operation, found.get().resource());
        }
        StepContext work = work(operation, found.get().resource(), found.get().desired());
        HandlerRedaction discretion = HandlerRedaction.about(work, vault);
        return discretion.told(nested.after(work, discretion.during(() -> step(work))));
    }

    private StepContext work(Operation operation, Resource resource, Optional<ObjectNode> asked) {
        TypeVersion type = types.version(resource.typeName(), version(operation, resource));
        Guard guard = new Guard(type.schema()).tagged(StepHandlers.tags(operation, resource));
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
        boolean deletable = work.operation().kind() == OperationKind.DELETE && !unidentified;
        Optional<Doubt> doubt = Doubt.of(work.resource());
        if (doubt.isPresent() && !deletable) {
            return doubt.get().deletionAsked() && !unidentified
                    ? finishDeletion(work, doubt.get())
                    : recover(work, doubt.get());
        }
        return switch (work.memory().phase()) {
            case RECOVER -> recover(work, Doubt.of(work.resource()).orElseThrow());
            case UPDATE_RECOVERED -> update(work);
            case VERIFY -> verification.step(work);
            case RECREATE -> create(work);
            case NESTED -> nested.step(work);
            case CREATE_NEW, VERIFY_NEW, DELETE_OLD, AWAIT_OLD_GONE, DELETE_NEW, RECREATE_OLD -> replacement.step(work);
            case CALL, DEPENDENTS ->
                switch (work.operation().kind()) {
                    case CREATE -> foundByRecovery(work) ? update(work) : create(work);
                    case UPDATE -> update(work);
                    case ACTION -> actions.step(work);
                    case DELETE ->
                        begunToDelete(work)
                                ? delete(work)
                                : dependents
                                        .step(work, transitions.deletionFailed(work, false))
                                        .orElseGet(() -> unidentified
                                                ? new Step.Succeed(transitions.removed(work))
                                                : delete(work.remembering(StepState.NOTHING)));
                    // A kind that strays in here must never end in the deletion of a resource.
                    case DELETE_GROUP, MOVE, IMPORT, REGISTER_TYPE, TEST_TYPE, STACK ->
                        throw work.operation().kind().unexpectedIn("a step of a resource's operation");
                };
        };
    }

    /// Whether the handler has been asked to delete already, and has asked to be called again.
    private static boolean begunToDelete(StepContext work) {
        return work.memory().phase() == Phase.CALL && work.memory().memo().isPresent();
    }

    /// A create that finds an identifier which neither its caller has chosen nor its own calls have told: recovery
    /// has found what an earlier one made. Version 0.1 did not store that as [Phase#UPDATE_RECOVERED].
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
        Optional<Change> waiting = resources.waitingEnded(stored, state);
        if (waiting.isPresent()) {
            return waiting.get();
        }
        if (turn.isToCome(stored)) {
            return Change.none();
        }
        Operation operation = opened(stored);
        StepState memory =
                StepState.open(vault, operation.progress(), operation.id().toString());
        return nested.forgetting(
                operation.id(),
                memory.phase().replaces()
                        ? replacementEnded(operation, state)
                        : transitions.withoutStep(operation, state, memory));
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
        return switch (handlers.create(work, desired, token, work.resource().identifier())) {
            case HandlerResult.Done(var model) -> verification.begin(work, model);
            case HandlerResult.InProgress(var again) -> goOn(work, again);
            case HandlerResult.Failed failed -> notDone(work, failed, afterFailedCreate(work, failed));
            case HandlerResult.Overran late -> notDone(work, late, transitions.failed(work, true));
            case HandlerResult.Breached breached -> notDone(work, breached, afterBrokenCreate(work, breached, desired));
        };
    }

    private Change afterBrokenCreate(StepContext work, HandlerResult.Breached breached, ObjectNode desired) {
        Optional<String> unnamed = breached.identifier().isEmpty() ? named(work, breached, desired) : Optional.empty();
        return transitions.inDoubt(work, unnamed);
    }

    /// The name of what a create has made, whether its answer has it or not.
    private Optional<String> named(StepContext work, HandlerResult.Breached breached, ObjectNode desired) {
        return transitions
                .own(work, breached.identifier())
                .or(() -> breached.saysDone()
                        ? search.find(handlers.invocation(work), Seeker.of(work.resource(), Optional.empty()), desired)
                        : Optional.empty());
    }

    private Change afterFailedCreate(StepContext work, HandlerResult.Failed failed) {
        boolean nothingMade = !failed.isDoubtful() && work.memory().memo().isEmpty();
        if (nothingMade && wantsNothingElse(work)) {
            return transitions.withdrawn(work);
        }
        boolean foundAnothers = failed.code() == ErrorCode.ALREADY_EXISTS && (isNew(work) || isUnmade(work));
        return isFirstCall(work) && (foundAnothers || (nothingMade && isUnmade(work)))
                ? transitions.notOurs(work)
                : transitions.failed(work, failed.isDoubtful());
    }

    /// Whether the operation has called for nothing before, and no earlier process has begun it.
    private static boolean isFirstCall(StepContext work) {
        return work.operation().attempt() == 1
                && work.operation().fence() == 1
                && work.memory().memo().isEmpty();
    }

    /// A caller who creates under a token gets the physical resource or nothing: a record that says that it failed
    /// would block the next attempt. A caller who sends a PUT gets a resource in the state Failed.
    private static boolean wantsNothingElse(StepContext work) {
        return work.operation().clientToken().isPresent() && isNew(work);
    }

    /// Whether the operation has made the record. An earlier one may have made the resource, too.
    private static boolean isNew(StepContext work) {
        return work.operation().kind() == OperationKind.CREATE
                && work.operation().input().length == 0;
    }

    /// Whether the record is one of an earlier create that has made nothing, since what it asked for was there and was
    /// another's. It takes the name when a create succeeds, or may have.
    private static boolean isUnmade(StepContext work) {
        return earlier(work).filter(PriorState::unmade).isPresent();
    }

    /// An earlier create may have made something and its identifier was never told. The same create, with its
    /// first token, tells it: "a create whose outcome is unknown is repeated with the same token, never with a new
    /// one".
    private Step recover(StepContext work, Doubt doubt) {
        Optional<PriorState> before = earlier(work);
        ObjectNode desired = whole(
                before.map(earlier -> earlier.asked(work.type().schema())).orElseGet(() -> work.desired()),
                before.map(PriorState::secrets).orElse(work.resource().secrets()),
                work);
        String token = doubt.create();
        StepContext recovering = work.memory().phase() == Phase.RECOVER ? work : work.remembering(RECOVERING);
        return switch (handlers.createAgain(
                recovering, desired, token, work.resource().identifier())) {
            case HandlerResult.Done(var model) ->
                recovered(work, work.type().schema().identifier(model));
            case HandlerResult.InProgress(var again) -> callAgain(recovering, again);
            case HandlerResult.Failed failed
            when !failed.isDoubtful() ->
                recovered(
                        work, recovering.memory().reached().flatMap(work.type().schema()::identifier));
            case HandlerResult.Breached breached
            when work.operation().kind() == OperationKind.DELETE -> {
                Optional<String> made = named(work, breached, desired);
                yield made.isPresent()
                        ? foundToDelete(made.get(), transitions.found(work, made.get()))
                        : breached.again()
                                .map(again -> callAgain(recovering, again))
                                .orElseGet(() -> new Step.Succeed(abandoned(work, token, desired)));
            }
            case HandlerResult.Failed failed
            when failed.manner() == HandlerResult.Manner.THREW
                    && work.operation().kind() == OperationKind.DELETE ->
                new Step.Succeed(abandoned(work, token, desired));
            case HandlerResult.NotDone failed -> notDone(work, failed, transitions.stillDoubtful(work, doubt));
        };
    }

    /// What was there before the operation that recovers; what that asks for is another matter.
    private static Optional<PriorState> earlier(StepContext work) {
        OperationKind kind = work.operation().kind();
        boolean changes = kind == OperationKind.CREATE || kind == OperationKind.UPDATE;
        return Optional.of(work.operation().input())
                .filter(input -> input.length > 0 && changes)
                .map(PriorState::decode);
    }

    /// A delete of what the create has told was never answered: it is asked again, until it is done. What was asked for
    /// since is made anew then.
    private Step finishDeletion(StepContext work, Doubt doubt) {
        StepContext recovering = work.memory().phase() == Phase.RECOVER ? work : work.remembering(RECOVERING);
        String token = ActionTokens.DELETE_IN_DOUBT.of(work.operation().id().toString());
        return switch (handlers.delete(recovering, work.identifier(), token)) {
            case HandlerResult.Gone(), HandlerResult.Absent _ ->
                new Step.Again(
                        Duration.ZERO,
                        earlier(work).isPresent() ? sealed(work, StepState.at(Phase.RECREATE)) : new byte[0],
                        Optional.empty(),
                        "",
                        transitions.identified(work, chosen(work)));
            case HandlerResult.InProgress(var again) -> callAgain(recovering, again);
            case HandlerResult.NotDone failed ->
                notDone(work, failed, transitions.stillDoubtful(work, doubt.deletionAsked(mayHaveBegun(failed))));
        };
    }

    /// The identifier of what is not there, where callers choose it.
    private static Optional<String> chosen(StepContext work) {
        return work.resource().identifier().filter(_ -> !work.type().namedBy().isEmpty());
    }

    /// Whether the handler may have begun what it was asked for, though it does not say that it is done.
    private static boolean mayHaveBegun(HandlerResult.NotDone failed) {
        return !(failed instanceof HandlerResult.Failed refused) || refused.isDoubtful();
    }

    /// What the create has made is known only when it is done: until then its token stays with the record, so that
    /// neither an update nor another create begins before.
    ///
    /// @param told by the create; what is known by another name, such as one that callers choose, keeps that
    private Step recovered(StepContext work, Optional<String> told) {
        Optional<String> identifier = transitions.own(work, told).or(work.resource()::identifier);
        boolean updates = work.operation().kind() == OperationKind.CREATE && identifier.isPresent();
        return new Step.Again(
                Duration.ZERO,
                updates ? sealed(work, StepState.at(Phase.UPDATE_RECOVERED)) : new byte[0],
                Optional.empty(),
                "",
                transitions.identified(work, identifier),
                identifier);
    }

    /// What the create has made has a name, though it was not told as it should be: the create is settled when that is
    /// deleted.
    private static Step foundToDelete(String identifier, Change found) {
        return new Step.Again(Duration.ZERO, new byte[0], Optional.empty(), "", found, Optional.of(identifier));
    }

    /// What has a name can be deleted, even if its create is not known to be done. What has none can't, and may be
    /// there: the record goes, and the deletion is tried again in the background.
    private Change abandoned(StepContext work, String token, ObjectNode desired) {
        Change removed = transitions.removed(work);
        Change left = orphans.doubtful(work, token, desired);
        return transaction -> {
            left.write(transaction);
            removed.write(transaction);
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
                    : new Step.Fail(new Failure(ErrorCode.NOT_UPDATABLE, message), transitions.reverted(work));
        }
        ObjectNode desired = whole(work.desired(), work.resource().secrets(), work);
        ObjectNode previous = whole(Documents.object(before.properties()), before.secrets(), work);
        return switch (handlers.update(work, handler, desired, previous, updateToken(work, before))) {
            case HandlerResult.Done(var model) -> verification.begin(work, model);
            case HandlerResult.InProgress(var again) -> goOn(work, again);
            case HandlerResult.Failed(var code, var _, var _)
            when code == ErrorCode.NOT_FOUND && mayRemake(work, before) -> remade(work);
            case HandlerResult.Failed(var code, var _, var _)
            when code == ErrorCode.NOT_UPDATABLE && before.order().length > 0 -> replaced(work);
            case HandlerResult.NotDone failed ->
                notDone(work, failed, failed.isRetryable() ? transitions.reverted(work) : revert(work));
        };
    }

    private static String updateToken(StepContext work, PriorState before) {
        String operation = work.operation().id().toString();
        boolean mayCreate = isBroken(before) || before.order().length > 0 || isByAddress(work);
        return mayCreate ? ActionTokens.UPDATE_BEFORE_CREATE.of(operation) : operation;
    }

    /// Whether only what is nested was asked for.
    private boolean isAsBefore(StepContext work) {
        PriorState before = PriorState.decode(work.operation().input());
        boolean sound =
                before.state() == ProvisioningState.SUCCEEDED || !(work.type().handler() instanceof Updatable);
        DesiredState last = new DesiredState(
                work.type().schema(), work.desired(), secret(work.resource().secrets(), work));
        return sound
                && Arrays.equals(before.tags(), work.resource().tags())
                && Arrays.equals(before.sku(), work.resource().sku())
                && last.isFulfilledBy(
                        before.asked(work.type().schema()),
                        secret(before.secrets(), work),
                        Documents.object(before.properties()));
    }

    /// The handler says that it can't be changed in place, and the caller has allowed for that.
    private Step replaced(StepContext work) {
        return replacement
                .hindrance(work)
                .<Step>map(failure -> new Step.Fail(failure, revert(work)))
                .orElseGet(() -> replacement.begin(work));
    }

    /// A PUT on a resource that failed or was cancelled repairs it, and that may mean making it. A PUT on one that
    /// another has deleted makes it, too.
    private boolean mayRemake(StepContext work, PriorState before) {
        boolean begun = work.memory().memo().isPresent();
        return !begun && (isBroken(before) || (isByAddress(work) && verification.isGone(work)));
    }

    /// Whether the caller names the resource by an address, under which it is made if it is not there. What is changed
    /// by its identifier has to be there.
    private static boolean isByAddress(StepContext work) {
        return work.operation().clientToken().isEmpty();
    }

    private static boolean isBroken(PriorState before) {
        return before.state() == ProvisioningState.FAILED || before.state() == ProvisioningState.CANCELED;
    }

    private Step remade(StepContext work) {
        return new Step.Again(
                Duration.ZERO,
                sealed(work, StepState.at(Phase.RECREATE)),
                Optional.empty(),
                "The resource does not exist; it is created again.",
                work.type().namedBy().isEmpty() ? transitions.identified(work, Optional.empty()) : Change.none());
    }

    /// What a failed update leaves: the physical resource as the handler reads it, if it does; else what was there
    /// before.
    private Change revert(StepContext work) {
        return verification
                .look(work)
                .map(model -> transitions.revertedTo(work, model))
                .orElseGet(() -> transitions.reverted(work));
    }

    // -- delete ---------------------------------------------------------------------------------------------

    private Step delete(StepContext work) {
        return switch (handlers.delete(
                work, work.identifier(), work.operation().id().toString())) {
            case HandlerResult.Gone() -> verification.begin(work, Documents.empty());
            case HandlerResult.InProgress(var again) -> callAgain(work, again);
            case HandlerResult.Absent absent
            when wasNeverThere(work) -> new Step.Fail(absent.failure(), transitions.removed(work));
            case HandlerResult.Absent _ -> new Step.Succeed(transitions.removed(work));
            case HandlerResult.NotDone failed ->
                notDone(work, failed, transitions.deletionFailed(work, mayHaveBegun(failed)));
        };
    }

    /// Whether what a caller names by its identifier was deleted by another: no earlier call can have done it.
    private static boolean wasNeverThere(StepContext work) {
        return !isByAddress(work)
                && work.operation().attempt() == 1
                && work.operation().fence() == 1
                && work.memory().memo().isEmpty()
                && work.resource().doubt().isEmpty();
    }

    // -- what all share -------------------------------------------------------------------------------------

    private Step goOn(StepContext work, Progress.Again again) {
        Optional<String> identifier = work.type().schema().identifier(again.properties());
        boolean known = identifier.equals(work.resource().identifier())
                || (identifier.isPresent() && transitions.own(work, identifier).isEmpty());
        Change change = known ? Change.none() : transitions.identified(work, identifier);
        return new Step.Again(
                notNegative(again.after()),
                sealed(work, work.memory().after(again.properties(), again.memo())),
                again.percent(),
                again.message(),
                change,
                identifier);
    }

    private Step callAgain(StepContext work, Progress.Again again) {
        return new Step.Again(
                notNegative(again.after()),
                sealed(work, work.memory().after(again.properties(), again.memo())),
                again.percent(),
                again.message(),
                Change.none());
    }

    /// A call that may succeed is made again, with the same token: one that overran may have done its work.
    private static Step notDone(StepContext work, HandlerResult.NotDone failed, Change change) {
        return failed.isRetryable()
                ? new Step.Retry(failed.failure(), work.operation().progress(), change)
                : new Step.Fail(failed.failure(), change);
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

    private static Duration notNegative(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }
}
