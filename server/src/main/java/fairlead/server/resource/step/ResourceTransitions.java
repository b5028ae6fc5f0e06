package fairlead.server.resource.step;

import fairlead.handler.ErrorCode;
import fairlead.schema.ResourceSchema;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.resource.call.StepContext;
import fairlead.server.resource.call.StepState;
import fairlead.server.resource.call.StepState.Phase;
import fairlead.server.resource.change.ActionInput;
import fairlead.server.resource.change.PriorState;
import fairlead.server.resource.change.TagProperty;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.Doubt;
import fairlead.server.resource.record.EndState;
import fairlead.server.resource.record.ExtensionStore;
import fairlead.server.resource.record.InFlightRecords;
import fairlead.server.resource.record.PreparedEnd;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.record.StoredDesiredState;
import fairlead.server.resource.secret.GeneratedSecrets;
import fairlead.server.telemetry.Origin;
import fairlead.server.type.TypeVersion;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// What the steps of an operation write into the resource, each as a [Change] for the step's own transaction.
final class ResourceTransitions {

    private final Database database;
    private final ResourceStore store;
    private final ExtensionStore extensions;
    private final Clock clock;
    private final InFlightRecords inFlight;
    private final GeneratedSecrets secrets;
    private final Function<Resource, TypeVersion> types;

    /// @param types of resources, in the version that they have
    ResourceTransitions(
            Database database,
            ResourceStore store,
            ExtensionStore extensions,
            Clock clock,
            InFlightRecords inFlight,
            GeneratedSecrets secrets,
            Function<Resource, TypeVersion> types) {
        this.secrets = secrets;
        this.types = types;
        this.inFlight = inFlight;
        this.database = database;
        this.store = store;
        this.extensions = extensions;
        this.clock = clock;
    }

    /// The desired state is reached. The operation goes on if the desired state has nested resources.
    ///
    /// @param desired what was asked for, without secrets
    /// @param model the physical resource as it is now
    Change succeeded(StepContext work, ObjectNode desired, ObjectNode model) {
        ObjectNode visible = work.type().schema().withoutWriteOnly(model);
        return end(
                work,
                new EndState(
                        work.nests() ? work.resource().state() : ProvisioningState.SUCCEEDED,
                        work.type().schema().identifier(model),
                        new EndState.Content(
                                TagProperty.texts(
                                        work.type().schema(),
                                        visible,
                                        work.resource().tags()),
                                Optional.of(
                                        StoredDesiredState.stored(work.type().schema(), desired, visible)),
                                Optional.of(Documents.bytes(visible)),
                                Optional.empty(),
                                Optional.empty()),
                        Optional.empty()),
                model);
    }

    /// The physical resource is gone, and its record with it.
    Change removed(StepContext work) {
        Resource resource = work.resource();
        return transaction -> {
            remove(transaction, resource);
            store.append(
                    transaction,
                    clock.instant(),
                    work.operation().origin(),
                    "Deleted",
                    resource,
                    resource.version() + 1);
        };
    }

    /// A create was refused and has made nothing, so that nothing is left of it.
    Change withdrawn(StepContext work) {
        return withdrawn(work.operation(), work.resource());
    }

    private Change withdrawn(Operation operation, Resource resource) {
        return transaction -> {
            remove(transaction, resource);
            store.append(
                    transaction, clock.instant(), operation.origin(), "Withdrawn", resource, resource.version() + 1);
        };
    }

    private void remove(Transaction transaction, Resource resource) {
        store.delete(transaction, resource);
        if (!resource.tracked()) {
            extensions.forget(transaction, resource.id());
        }
    }

    /// A create or delete failed.
    ///
    /// @param doubtful whether the create may have made something all the same
    Change failed(StepContext work, boolean doubtful) {
        Optional<String> doubt = doubtful ? Optional.of(work.operation().id().toString()) : unseen(work);
        return end(work, state(ProvisioningState.FAILED, Optional.empty(), doubt));
    }

    /// A create has failed and may have made something.
    ///
    /// @param identifier of what it has made; empty if that is not known, or was told before
    Change inDoubt(StepContext work, Optional<String> identifier) {
        return end(
                work,
                state(
                        ProvisioningState.FAILED,
                        identifier,
                        Optional.of(work.operation().id().toString())));
    }

    /// A delete is not done. A create that was in doubt before stays so, even if callers have chosen its name: a create
    /// with another token would meet what it has made.
    ///
    /// @param mayHaveBegun whether the handler may have begun to delete
    Change deletionFailed(StepContext work, boolean mayHaveBegun) {
        Optional<String> doubt = Doubt.of(work.resource())
                .map(before ->
                        before.deletionAsked(mayHaveBegun || hasBegun(work)).text());
        return end(work, state(ProvisioningState.FAILED, Optional.empty(), doubt));
    }

    private static boolean hasBegun(StepContext work) {
        return work.memory().memo().isPresent();
    }

    /// The token of a create that is done, but that was not seen to be, if its name does not tell that it was made:
    /// callers have chosen it before.
    private static Optional<String> unseen(StepContext work) {
        boolean created =
                work.operation().kind() == OperationKind.CREATE && work.memory().phase() == Phase.VERIFY;
        return created && isNamed(work.type())
                ? Optional.of(work.operation().id().toString())
                : Optional.empty();
    }

    private static boolean isNamed(TypeVersion type) {
        return !type.namedBy().isEmpty();
    }

    /// A create has met a physical resource of another owner under the identifier that it was to have. The record drops
    /// the identifier, so that no update and no delete of it ever reaches that physical resource.
    Change notOurs(StepContext work) {
        Resource nameless = work.resource().identifiedBy(Optional.empty());
        Change end = end(work.about(nameless), state(ProvisioningState.FAILED, Optional.empty(), Optional.empty()));
        return transaction -> {
            store.identify(transaction, nameless);
            end.write(transaction);
        };
    }

    /// As [#failed], when at least the identifier is known.
    Change failedButIdentified(StepContext work, Optional<String> identifier) {
        return end(work, state(ProvisioningState.FAILED, identifier, unseen(work)));
    }

    /// A recovery failed: what was doubtful stays so, and the record tells what it was asked for.
    Change stillDoubtful(StepContext work, Doubt doubt) {
        return end(
                work, doubtful(work.operation(), work.resource(), ProvisioningState.FAILED, Optional.of(doubt.text())));
    }

    private EndState doubtful(Operation operation, Resource resource, ProvisioningState ended, Optional<String> doubt) {
        boolean asksForMore = switch (operation.kind()) {
            case CREATE -> operation.input().length > 0;
            case UPDATE -> true;
            case DELETE, ACTION, DELETE_GROUP, MOVE, IMPORT, REGISTER_TYPE, TEST_TYPE, STACK -> false;
        };
        if (!asksForMore) {
            return state(ended, Optional.empty(), doubt);
        }
        EndState before = back(types.apply(resource).schema(), PriorState.decode(operation.input()), ended);
        return new EndState(ended, Optional.empty(), before.content(), doubt);
    }

    /// A failed update goes back to what was there before.
    Change reverted(StepContext work) {
        PriorState before = PriorState.decode(work.operation().input());
        return end(work, back(work.type().schema(), before, ProvisioningState.FAILED));
    }

    /// A failed update leaves the physical resource as the handler reads it.
    Change revertedTo(StepContext work, ObjectNode model) {
        PriorState before = PriorState.decode(work.operation().input());
        ObjectNode visible = work.type().schema().withoutWriteOnly(model);
        ObjectNode asked = before.asked(work.type().schema());
        return end(
                work,
                new EndState(
                        ProvisioningState.FAILED,
                        Optional.empty(),
                        new EndState.Content(
                                TagProperty.texts(
                                        work.type().schema(),
                                        visible,
                                        work.resource().tags()),
                                Optional.of(
                                        StoredDesiredState.stored(work.type().schema(), asked, visible)),
                                Optional.of(Documents.bytes(visible)),
                                Optional.of(before.secrets()),
                                Optional.of(before.sku())),
                        Optional.empty()),
                model);
    }

    /// The resource is as it is stored, in this state.
    Change in(StepContext work, ProvisioningState state) {
        return end(work, state(state, Optional.empty(), work.resource().doubt()));
    }

    /// Another physical resource is the record's own from now on; the operation goes on.
    Change switched(StepContext work, ObjectNode model) {
        ResourceSchema schema = work.type().schema();
        ObjectNode visible = schema.withoutWriteOnly(model);
        EndState end = new EndState(
                ProvisioningState.UPDATING,
                schema.identifier(model),
                new EndState.Content(
                        TagProperty.texts(schema, visible, work.resource().tags()),
                        Optional.of(StoredDesiredState.stored(schema, work.desired(), visible)),
                        Optional.of(Documents.bytes(visible)),
                        Optional.empty(),
                        Optional.empty()),
                Optional.empty());
        PreparedEnd prepared = store.prepareEnd(work.resource(), end);
        return keeping(
                work,
                Optional.of(model),
                transaction ->
                        store.end(transaction, clock.instant(), work.operation().origin(), prepared));
    }

    /// The record is as the steps before have left it.
    Change settled(StepContext work, ProvisioningState state) {
        return end(work, state(state, Optional.empty(), Optional.empty()));
    }

    /// What was asked for has failed, and may have made something all the same.
    ///
    /// @param told the identifier, if the create has told one before it was done
    Change doubtful(StepContext work, Optional<String> told, String token) {
        return end(work, state(ProvisioningState.FAILED, told, Optional.of(token)));
    }

    /// The record is as it was before.
    Change back(StepContext work, PriorState before, ProvisioningState state) {
        return end(work, back(work.type().schema(), before, state));
    }

    /// The physical resource that was there before has been made again, perhaps with another identifier.
    Change restored(StepContext work, PriorState before, ProvisioningState state, ObjectNode model) {
        ResourceSchema schema = work.type().schema();
        ObjectNode visible = schema.withoutWriteOnly(model);
        EndState back = back(schema, before, state);
        return end(
                work,
                new EndState(
                        state,
                        schema.identifier(model),
                        new EndState.Content(
                                back.tags(),
                                Optional.of(StoredDesiredState.stored(schema, before.asked(schema), visible)),
                                Optional.of(Documents.bytes(visible)),
                                back.secrets(),
                                back.sku()),
                        Optional.empty()),
                model);
    }

    /// What was asked for before is gone, and is what a repetition would make.
    ///
    /// @param told the identifier, if the create has told one before it was done
    /// @param doubt the token of a create that may have made it
    Change lost(
            StepContext work,
            PriorState before,
            ProvisioningState state,
            Optional<String> told,
            Optional<String> doubt) {
        EndState back = back(work.type().schema(), before, state);
        return end(work, new EndState(state, told, back.content(), doubt));
    }

    /// An action has ended, well or not: the resource is in the state in which it was before.
    Change afterAction(StepContext work, Optional<ObjectNode> model) {
        ProvisioningState before = ActionInput.decode(work.operation().input()).before();
        Optional<ObjectNode> visible = model.map(work.type().schema()::withoutWriteOnly);
        ObjectNode desired = work.desired();
        return end(
                work,
                new EndState(
                        before,
                        Optional.empty(),
                        new EndState.Content(
                                visible.flatMap(now -> TagProperty.texts(
                                        work.type().schema(),
                                        now,
                                        work.resource().tags())),
                                visible.map(now ->
                                        StoredDesiredState.stored(work.type().schema(), desired, now)),
                                visible.map(Documents::bytes),
                                Optional.empty(),
                                Optional.empty()),
                        work.resource().doubt()),
                model.orElseGet(Documents::empty));
    }

    /// The handler has told the identifier; or it turned out that there is nothing behind the one that was known.
    Change identified(StepContext work, Optional<String> identifier) {
        return reached(work, work.resource().identifiedBy(identifier).undoubted());
    }

    /// A delete has found by itself what a create in doubt has made. Until that is deleted, the create stays in doubt.
    Change found(StepContext work, String identifier) {
        return reached(work, work.resource().identifiedBy(Optional.of(identifier)));
    }

    private Change reached(StepContext work, Resource next) {
        return transaction ->
                store.reached(transaction, clock.instant(), work.operation().origin(), work.resource(), next);
    }

    /// The operation ends between two steps: cancelled, or out of time.
    ///
    /// @param memory what the next step would have done, and what was told before
    Change withoutStep(Operation operation, OperationState state, StepState memory) {
        ProvisioningState ended = state(state);
        Phase phase = memory.phase();
        return transaction -> store.find(transaction, UUID.fromString(operation.subject()))
                .ifPresent(resource -> {
                    memory.reached()
                            .filter(_ -> resource.tracked())
                            .ifPresent(told -> secrets.keep(
                                    transaction, types.apply(resource), resource.uid(), told, clock.instant()));
                    if (phase == Phase.NESTED) {
                        // The resource itself is as desired, and only what is nested in it was to come.
                        EndState end = state(ended, Optional.empty(), resource.doubt());
                        stored(transaction, operation.origin(), store.prepareEnd(resource, end));
                    } else {
                        withoutStep(transaction, operation, resource, ended, phase);
                    }
                });
    }

    /// The state of a resource whose operation has ended so without another step.
    static ProvisioningState state(OperationState ended) {
        return ended instanceof OperationState.Canceled ? ProvisioningState.CANCELED : ProvisioningState.FAILED;
    }

    private void withoutStep(
            Transaction transaction, Operation operation, Resource resource, ProvisioningState ended, Phase phase) {
        boolean neverAsked = operation.kind() == OperationKind.CREATE && !called(operation);
        if (neverAsked && operation.clientToken().isPresent() && operation.input().length == 0) {
            withdrawn(operation, resource).write(transaction);
        } else {
            EndState end = withoutStep(operation, resource, ended, phase);
            stored(transaction, operation.origin(), store.prepareEnd(resource, end));
        }
    }

    /// Whether the handler may have been called for this operation.
    private static boolean called(Operation operation) {
        return !(operation.state() instanceof OperationState.Accepted)
                || operation.fence() > 1
                || operation.attempt() > 1;
    }

    private EndState withoutStep(Operation operation, Resource resource, ProvisioningState ended, Phase phase) {
        boolean deleting = operation.kind() == OperationKind.DELETE
                && resource.identifier().isPresent()
                && called(operation);
        if (resource.doubt().isPresent() && !deleting) {
            return doubtful(operation, resource, ended, resource.doubt());
        }
        return switch (phase) {
            case RECREATE -> state(ended, Optional.empty(), tokenOfCreate(operation, resource, phase));
            case UPDATE_RECOVERED -> back(types.apply(resource).schema(), PriorState.decode(operation.input()), ended);
            case CALL,
                    DEPENDENTS,
                    RECOVER,
                    VERIFY,
                    NESTED,
                    CREATE_NEW,
                    VERIFY_NEW,
                    DELETE_OLD,
                    AWAIT_OLD_GONE,
                    DELETE_NEW,
                    RECREATE_OLD -> withoutCall(operation, resource, ended, phase);
        };
    }

    /// The token of the operation's create, unless it is done and what it has made has a name.
    private Optional<String> tokenOfCreate(Operation operation, Resource resource, Phase phase) {
        boolean told = resource.identifier().isPresent() && !isNamed(types.apply(resource));
        boolean done = phase == Phase.VERIFY && told;
        return called(operation) && !done ? Optional.of(operation.id().toString()) : Optional.empty();
    }

    private EndState withoutCall(Operation operation, Resource resource, ProvisioningState ended, Phase phase) {
        return switch (operation.kind()) {
            case CREATE -> state(ended, Optional.empty(), tokenOfCreate(operation, resource, phase));
            case UPDATE -> back(types.apply(resource).schema(), PriorState.decode(operation.input()), ended);
            case ACTION -> state(ActionInput.decode(operation.input()).before(), Optional.empty(), Optional.empty());
            case DELETE -> state(ended, Optional.empty(), doubtOfDeletion(resource, phase));
            case DELETE_GROUP, MOVE, IMPORT, REGISTER_TYPE, TEST_TYPE, STACK ->
                throw operation.kind().unexpectedIn("the end of a resource's operation");
        };
    }

    /// The handler may have begun to delete what a create in doubt has made.
    private static Optional<String> doubtOfDeletion(Resource resource, Phase phase) {
        return phase == Phase.VERIFY
                ? Optional.empty()
                : Doubt.of(resource).map(before -> before.deletionAsked(true).text());
    }

    /// The identifier that a handler has told, unless it belongs to another resource by now: an import may have been
    /// faster. The record could not be stored with it, ever.
    Optional<String> own(StepContext work, Optional<String> told) {
        return told.filter(identifier -> told.equals(work.resource().identifier())
                || database.read(transaction -> owner(transaction, work, identifier))
                        .filter(owner -> !owner.uid().equals(work.resource().uid()))
                        .isEmpty());
    }

    /// Whether the identifier that a handler has told belongs to another resource already.
    Optional<Failure> clash(StepContext work, ObjectNode model) {
        Optional<String> identifier = work.type().schema().identifier(model);
        if (identifier.isEmpty() || identifier.equals(work.resource().identifier())) {
            return Optional.empty();
        }
        return database.read(transaction -> owner(transaction, work, identifier.get()))
                .filter(owner -> !owner.uid().equals(work.resource().uid()))
                .map(owner -> new Failure(
                        ErrorCode.ALREADY_EXISTS,
                        "The resource '" + identifier.get() + "' is managed already, as '" + owner.id() + "'."));
    }

    private Optional<Resource> owner(Transaction transaction, StepContext work, String identifier) {
        Resource resource = work.resource();
        return store.findByIdentifier(
                transaction, resource.id().subscription(), resource.location(), resource.typeName(), identifier);
    }

    /// With the secrets that the handler has told in the model, too.
    private Change end(StepContext work, EndState end, ObjectNode model) {
        return keeping(work, Optional.of(model), unkept(work, end));
    }

    private Change end(StepContext work, EndState end) {
        return keeping(work, Optional.empty(), unkept(work, end));
    }

    /// With the secrets that the handler has told so far: a create or update may tell what no read shows.
    private Change keeping(StepContext work, Optional<ObjectNode> model, Change end) {
        if (work.type().schema().generated().isEmpty() || !work.resource().tracked()) {
            return end;
        }
        UUID uid = work.resource().uid();
        List<ObjectNode> told =
                Stream.concat(work.memory().reached().stream(), model.stream()).toList();
        return transaction -> {
            end.write(transaction);
            told.forEach(known -> secrets.keep(transaction, work.type(), uid, known, clock.instant()));
        };
    }

    private Change unkept(StepContext work, EndState end) {
        Optional<String> arn = end.properties().flatMap(properties -> Arns.told(work.type(), properties));
        PreparedEnd prepared = store.prepareEnd(work.resource(), end);
        return transaction -> {
            Resource ended = stored(transaction, work.operation().origin(), prepared);
            arn.ifPresent(told -> store.tell(transaction, ended.uid(), told));
            inFlight.end(ended);
        };
    }

    /// What is not tracked has been recorded for the operation alone.
    private Resource stored(Transaction transaction, Origin origin, PreparedEnd prepared) {
        Instant now = clock.instant();
        Resource resource = prepared.resource();
        EndState end = prepared.end();
        if (resource.tracked()) {
            return store.end(transaction, now, origin, prepared);
        }
        store.delete(transaction, resource);
        store.append(transaction, now, origin, end.state().word(), resource, resource.version() + 1);
        return resource.ended(Resource.UNRECORDED, end);
    }

    private static EndState state(ProvisioningState state, Optional<String> identifier, Optional<String> doubt) {
        return new EndState(state, identifier, EndState.Content.UNCHANGED, doubt);
    }

    private static EndState back(ResourceSchema schema, PriorState before, ProvisioningState state) {
        return new EndState(
                state,
                Optional.empty(),
                new EndState.Content(
                        TagProperty.texts(schema, Documents.object(before.properties()), before.tags()),
                        Optional.of(before.desired()),
                        Optional.of(before.properties()),
                        Optional.of(before.secrets()),
                        Optional.of(before.sku())),
                Optional.empty());
    }
}
