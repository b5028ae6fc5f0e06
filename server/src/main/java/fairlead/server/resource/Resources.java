package fairlead.server.resource;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.access.policy.ApprovalNeeded;
import fairlead.server.access.policy.Judgement;
import fairlead.server.database.Database;
import fairlead.server.database.Rehearsed;
import fairlead.server.database.Transaction;
import fairlead.server.operation.Change;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Step;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerReads;
import fairlead.server.resource.call.ProxyResources;
import fairlead.server.resource.change.ActionRequest;
import fairlead.server.resource.change.ChangeStart;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.change.DesiredState;
import fairlead.server.resource.change.FollowingDelete;
import fairlead.server.resource.change.NestedPuts;
import fairlead.server.resource.change.OperationStart;
import fairlead.server.resource.change.OptimisticRetry;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Patch;
import fairlead.server.resource.change.PlacementChecks;
import fairlead.server.resource.change.PriorState;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.RepeatedPut;
import fairlead.server.resource.change.ReplacementChecks;
import fairlead.server.resource.change.ReplacementPlan;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.change.Retagging;
import fairlead.server.resource.change.TagProperty;
import fairlead.server.resource.change.WaitingChange;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.naming.AddressedIdentifiers;
import fairlead.server.resource.policy.ChangeGuard;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.CreatedFor;
import fairlead.server.resource.record.ExtensionStore;
import fairlead.server.resource.record.InFlightRecords;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.PreparedInsert;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.record.Skus;
import fairlead.server.resource.record.StoredDesiredState;
import fairlead.server.resource.step.Dependents;
import fairlead.server.scope.Placements;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on resources. Every surface calls them: there is one code path that creates, changes or deletes.
///
/// A change is planned outside any transaction, from the record as it is. Then one transaction checks that the
/// record has not changed in the meantime, and writes the desired state, the operation, the event and the audit
/// record together. After its commit a crash loses nothing.
public final class Resources implements ResourceVerbs {

    private final ResourceStore store;
    private final Database database;
    private final Operations operations;
    private final Scopes scopes;
    private final AuditTrail audit;
    private final ChangeRecorder recorder;
    private final Retagging retagging;
    private final Vault vault;
    private final Clock clock;
    private final Supplier<UUID> ids;
    private final Duration patience;
    private final InFlightRecords inFlight = new InFlightRecords();
    private final HandlerInvoker handlers;
    private final ChangeGuard guard;
    private final PlacementChecks placement;
    private final Types types;
    private final ProxyResources proxies;
    private final Dependents dependents;
    private final ExtensionStore extensions;
    private final OperationStart start;
    private final NestedPuts nestedPuts;
    private final ReplacementChecks replacements;
    private final Existence existence;
    private final RepeatedPut repeated;
    private final FollowingDelete following;
    private final ActionStart actions;
    private final AddressedIdentifiers addressed;
    private final PlannedRecords planned;
    private final WaitingChanges waits;
    private final RecordWrites writes;

    /// @param ids makes the ids of resources and operations, unguessable ones
    /// @param patience how long a request waits for the end of its operation before it answers that it goes on
    public Resources(
            Database database,
            Operations operations,
            Scopes scopes,
            Types types,
            AuditTrail audit,
            Vault vault,
            Clock clock,
            Supplier<UUID> ids,
            Duration patience,
            HandlerInvoker handlers,
            ChangeGuard guard) {
        this.handlers = handlers;
        this.guard = guard;
        store = new ResourceStore(types.sealing());
        this.types = types;
        this.database = database;
        this.operations = operations;
        this.scopes = scopes;
        this.audit = audit;
        recorder = new ChangeRecorder(store, types, audit, clock);
        retagging = new Retagging(database, scopes, types, audit, clock);
        this.vault = vault;
        this.clock = clock;
        this.ids = ids;
        this.patience = patience;
        placement = new PlacementChecks(store, scopes, types);
        addressed = new AddressedIdentifiers(database, store, types);
        proxies = new ProxyResources(database, store, types, scopes, handlers, clock, ids);
        extensions = new ExtensionStore(database, types);
        dependents = new Dependents(database, types, vault, clock, this);
        replacements = new ReplacementChecks(store, scopes);
        start = new OperationStart(database, operations, inFlight, types.sealing(), clock, this::find);
        nestedPuts = new NestedPuts(types, vault, addressed);
        existence = new Existence(database, store, types, scopes, new HandlerReads(handlers, ids), recorder, vault);
        repeated = new RepeatedPut(database, operations, nestedPuts);
        actions = new ActionStart(database, placement, start, recorder, vault, ids);
        planned = new PlannedRecords(vault, clock, ids);
        following = new FollowingDelete(operations, start, recorder, ids);
        writes = new RecordWrites(store, placement, extensions, recorder, nestedPuts, operations);
        waits = new WaitingChanges(guard.gate(), audit.authorizer(), types, this::goOn);
    }

    /// The same verbs on a database on which nothing stays: what they answer is what would be.
    ///
    /// @param preview what takes notice of the plans
    Resources rehearsed(ApprovalGate preview) {
        return with(new Rehearsed(database), guard.silent(preview));
    }

    /// The same verbs, which do not wait for the ends of operations.
    Resources unwaiting() {
        return with(database, guard);
    }

    private Resources with(Database other, ChangeGuard asked) {
        return new Resources(
                other, operations, scopes, types, audit, vault, clock, ids, Duration.ZERO, handlers, asked);
    }

    /// What asks the guardrails about changes.
    public ChangeGuard guard() {
        return guard;
    }

    /// The records that the verbs hand over to the operations that they begin.
    InFlightRecords inFlight() {
        return inFlight;
    }

    @Override
    public Authorizer authorizer() {
        return audit.authorizer();
    }

    @Override
    public void requireReplaceable(
            Transaction transaction, ReplacementPlan plan, Resource next, Optional<String> chosen) {
        replacements.require(transaction, plan, next, chosen);
    }

    /// The recorded resource of that uid, wherever it is by now.
    public Optional<Resource> find(UUID uid) {
        return database.read(transaction -> store.find(transaction, uid));
    }

    /// The resource, if it exists; one indexed lookup, no parsing. What is not recorded is read by its handler.
    @Override
    public Optional<Resource> find(ResourceId id) {
        Optional<Resource> recorded = database.read(transaction -> store.find(transaction, id));
        return recorded.isPresent() ? recorded : proxies.find(id);
    }

    /// One page of resources that are not recorded, as their handler lists them; a problem if there is nothing for
    /// them to be in.
    ///
    /// @param any the address of one of them, whatever its name
    public Listing.Page list(ResourceId any, RegisteredType type, Listing listing) {
        placement.requireScope(any);
        return proxies.list(any, type, listing.after(), listing.limit());
    }

    /// The addresses of the first resources beside a given one that are not recorded.
    @Override
    public List<ResourceId> unrecorded(ResourceId any, RegisteredType type, int limit) {
        return proxies.ids(any, type, limit);
    }

    /// The resource, or a problem that says what is missing: it, its parent, its group or its subscription.
    public Resource get(ResourceId id) {
        return find(id).orElseThrow(() -> new ProblemException(absence(id)));
    }

    private Problem absence(ResourceId id) {
        placement.requireScope(id);
        Optional<ResourceId> parent = id.above().filter(above -> find(above).isEmpty());
        if (parent.isPresent()) {
            return PlacementChecks.parentAbsence(parent.get().toString());
        }
        return new Problem.NotFound(ProblemCode.RESOURCE_NOT_FOUND, "The resource '" + id + "' was not found.");
    }

    // -- changing --------------------------------------------------------------------------------------------

    /// Makes a resource, or replaces it whole.
    public Outcome put(Put request) {
        if (CreatedFor.isGiven(request.tags()) && find(request.id()).isEmpty()) {
            CreatedFor.requireNone(request.tags());
        }
        return put(request, patience);
    }

    @Override
    public Outcome put(Put asked, Duration waiting) {
        PlacementChecks.requireName(asked.type(), asked.id());
        Put request = asked.type().recorded() ? nestedPuts.taken(asked) : placed(asked);
        ChangeStart begun = OptimisticRetry.untilItHolds(() -> {
            Optional<Resource> present = find(request.id());
            return present.isPresent() ? change(request, present.get()) : create(request);
        });
        return start.finish(begun, waiting);
    }

    AddressedIdentifiers addressed() {
        return addressed;
    }

    /// What a PUT brings along.
    public List<Put> nested(Put request) {
        return nestedPuts.taken(request).nested();
    }

    private Put placed(Put request) {
        placement.requireScope(request.id());
        return proxies.placed(request);
    }

    /// Changes parts of a resource.
    public Outcome patch(Patch request) {
        ChangeStart begun = OptimisticRetry.untilItHolds(() -> {
            Resource present = get(request.id());
            return change(request.applied(present), present);
        });
        return start.finish(begun, patience);
    }

    /// Removes a resource. On one that is being deleted already: the same operation. What else works on it is asked to
    /// stop, and the delete follows.
    public Outcome delete(Delete request) {
        return delete(request, patience, present -> deleteInTurn(request, present));
    }

    @Override
    public Outcome delete(Delete request, Duration waiting) {
        return delete(request, waiting, present -> delete(request, present));
    }

    private Outcome delete(Delete request, Duration waiting, Function<Resource, Optional<ChangeStart>> begin) {
        ChangeStart begun = OptimisticRetry.untilItHolds(() -> {
            Optional<Resource> present = find(request.id());
            if (present.isEmpty()) {
                placement.requireScope(request.id());
                extensions.forget(request.type(), request.id());
                return Optional.of(new ChangeStart.Settled(new Outcome.Absent()));
            }
            return begin.apply(present.get());
        });
        return start.finish(begun, waiting);
    }

    // -- create ----------------------------------------------------------------------------------------------

    private Optional<ChangeStart> create(Put asked) {
        Put request = TagProperty.toCreate(asked);
        DesiredState desiredState =
                DesiredState.toCreate(request.type(), addressed.of(request.type(), request.id()), request.properties());
        boolean named = !request.type().namedBy().isEmpty();
        return create(
                request,
                desiredState,
                named ? request.type().schema().identifier(desiredState.visible()) : Optional.empty());
    }

    /// @param identifier as far as the caller has chosen it
    Optional<ChangeStart> create(Put asked, DesiredState wanted, Optional<String> identifier) {
        PlacementChecks.requireNewName(asked.id());
        asked.preconditions().requireMayCreate(asked.id());
        ProvisioningState.SUCCEEDED.requireClaimed(asked.claimedState());
        String location = placement.requireLocation(asked);
        ChangeGuard.Guarded guarded = guard.creation(asked, wanted, location);
        Put request = guarded.request();
        DesiredState desiredState = guarded.desired();
        Resource resource = planned.made(request, desiredState, location, identifier);
        NewOperation accepted = start.operation(
                request.caller(), resource, OperationKind.CREATE, request.type(), new byte[0], request.token());
        @Nullable String pass = Placements.given();
        PreparedInsert row = store.prepareInsert(resource);
        var record = recorder.prepare(request.caller(), "PutResource", Optional.empty(), resource, "Creating");
        Supplier<Optional<byte[]>> waiting =
                () -> WaitingChange.of(request, desiredState, location, Documents.object(resource.sku()));
        return existence
                .makingWay(
                        request.caller(),
                        resource,
                        way -> start.begin(guarded.judgement(), resource, accepted, waiting, transaction -> {
                            way.accept(transaction);
                            Optional<Operation> inserted = writes.insert(transaction, request, row, record, accepted);
                            if (inserted.isPresent() && database.keeps()) {
                                placement.requirePlace(transaction, resource, pass);
                            }
                            return inserted;
                        }))
                .map(begun -> begun.of(resource, true, Optional.of(desiredState.visible())));
    }

    /// Makes what an earlier create has failed to make, under the record that it has left.
    Optional<ChangeStart> createAgain(Put request, DesiredState desiredState, Resource present) {
        return createAgain(request, desiredState, present, present);
    }

    /// Whether another than the control plane has deleted what the record stands for.
    boolean isGone(Resource record) {
        return existence.isGone(record);
    }

    /// Makes what is gone anew, under the record that it has left. Its handler may name it otherwise.
    Optional<ChangeStart> recreate(Put request, DesiredState desiredState, Resource gone) {
        return createAgain(request, desiredState, gone, gone.identifiedBy(Optional.empty()));
    }

    private Optional<ChangeStart> createAgain(Put asked, DesiredState wanted, Resource present, Resource from) {
        present.requireIdle();
        ChangeGuard.Guarded guarded = guard.creation(asked, wanted, present.location());
        Put request = guarded.request();
        DesiredState desiredState = guarded.desired();
        Resource next = planned.changed(request, from, desiredState.visible(), OperationKind.CREATE)
                .withDesired(
                        StoredDesiredState.stored(
                                request.type().schema(), desiredState.visible(), desiredState.visible()),
                        desiredState.sealedSecret(vault, present.uid()),
                        Skus.toChange(request.type(), request.sku(), present));
        byte[] before = PriorState.of(present).encode();
        NewOperation accepted =
                start.operation(request.caller(), next, OperationKind.CREATE, request.type(), before, request.token());
        var record = recorder.prepare(request.caller(), "PutResource", present, next);
        return start.begin(guarded.judgement(), next, accepted, Optional::empty, transaction -> {
                    PlacementChecks.requireServed(transaction, request.type());
                    placement.requireGroup(transaction, present.id());
                    return writes.update(transaction, record, present, accepted, ChangeTerms.NONE);
                })
                .map(begun -> begun.of(next, false, Optional.of(desiredState.visible())));
    }

    Optional<Resource> adopt(Caller caller, TypeVersion type, Resource resource) {
        return new Adoption(database, store, placement, recorder).adopt(caller, type, resource);
    }

    // -- change ----------------------------------------------------------------------------------------------

    Optional<ChangeStart> change(Put asked, Resource present) {
        return change(asked, present, secret(present));
    }

    /// @param kept the write-only values that stay if none are asked for in their place
    Optional<ChangeStart> change(Put asked, Resource present, ObjectNode kept) {
        TypeVersion type = asked.type();
        ObjectNode properties = Documents.object(present.properties());
        ObjectNode tags = CreatedFor.kept(present, asked.tags());
        Put tagged = TagProperty.toChange(asked.withTags(tags), Documents.object(present.tags()), properties);
        ObjectNode secret = secret(present);
        Function<Put, DesiredState> desires =
                put -> DesiredState.toChange(put, addressed.of(type, present), present, properties, kept);
        DesiredState wanted = desires.apply(tagged);
        tagged.preconditions().require(present);
        ChangeGuard.Guarded guarded = guard.change(tagged, wanted, present, desires);
        Put request = guarded.request();
        DesiredState desiredState = guarded.desired();
        if (present.busy()) {
            return repeated.join(request, present, desiredState, secret);
        }
        present.state().requireClaimed(request.claimedState());
        PlacementChecks.requireSameLocation(request, present);
        ObjectNode desired = StoredDesiredState.read(type.schema(), present.desired(), present.properties());
        boolean sound = present.state() == ProvisioningState.SUCCEEDED && present.typeVersion() == type.version();
        byte[] sku = Skus.toChange(type, request.sku(), present);
        boolean same = Arrays.equals(sku, present.sku()) && desiredState.isFulfilledBy(desired, secret, properties);
        boolean nests = !request.nested().isEmpty();
        if (sound && same && !nests) {
            return retagging
                    .retag(request.caller(), present, request.id(), request.tags(), guarded.judgement())
                    .map(retagged -> new ChangeStart.Settled(new Outcome.Done(retagged, false)));
        }
        OperationKind kind = present.identifier().isEmpty() ? OperationKind.CREATE : OperationKind.UPDATE;
        Optional<ReplacementPlan> order = Optional.empty();
        if (kind == OperationKind.UPDATE && (!same || !nests)) {
            DesiredState earlier = new DesiredState(type.schema(), desired, secret);
            order = ReplacementChecks.order(request, desiredState.refusal(type, earlier, properties), present);
        }
        Optional<ReplacementPlan> replacing = order.filter(ReplacementPlan::atOnce);
        ObjectNode outlook = desiredState.outlook(properties);
        Resource next = planned.changed(request, present, outlook, kind)
                .withDesired(
                        StoredDesiredState.stored(type.schema(), desiredState.visible(), outlook),
                        desiredState.sealedSecret(vault, present.uid()),
                        sku);
        byte[] before = PriorState.of(present).with(order).encode();
        NewOperation accepted = start.operation(request.caller(), next, kind, type, before, request.token());
        return begun(guarded, present, next, accepted, replacing);
    }

    private Optional<ChangeStart> begun(
            ChangeGuard.Guarded guarded,
            Resource present,
            Resource next,
            NewOperation accepted,
            Optional<ReplacementPlan> replacing) {
        Put request = guarded.request();
        DesiredState desiredState = guarded.desired();
        TypeVersion type = request.type();
        guard.askHooks(guarded, present);
        var record = recorder.prepare(request.caller(), "PutResource", present, next);
        Supplier<Optional<byte[]>> waiting =
                () -> WaitingChange.of(request, desiredState, present.location(), Documents.object(next.sku()));
        return existence
                .makingWay(
                        request.caller(),
                        next,
                        way -> start.begin(guarded.judgement(), next, accepted, waiting, transaction -> {
                            way.accept(transaction);
                            PlacementChecks.requireServed(transaction, type);
                            replacing.ifPresent(how -> replacements.require(
                                    transaction, how, next, type.schema().identifier(desiredState.visible())));
                            placement.requireAround(transaction, present);
                            nestedPuts.store(transaction, request, accepted.id());
                            return writes.update(transaction, record, present, accepted, request.terms());
                        }))
                .map(begun -> begun.of(next, false, Optional.of(desiredState.visible())));
    }

    /// The write-only values of a record.
    ObjectNode secret(Resource present) {
        return Documents.object(vault.open(present.secrets(), present.uid().toString()));
    }

    // -- delete ----------------------------------------------------------------------------------------------

    Optional<ChangeStart> delete(Delete request, Resource present) {
        request.preconditions().require(present);
        if (present.state() == ProvisioningState.DELETING) {
            return present.operation()
                    .flatMap(operations::find)
                    .filter(operation -> !operation.state().terminal())
                    .map(operation -> new ChangeStart.Settled(new Outcome.Accepted(present, operation, false)));
        }
        present.requireIdle();
        dependents.requireNoneLive(present);
        Judgement judgement = judged(request, present);
        Resource next = present.deleting(planned.operation(request.terms()));
        NewOperation accepted = start.operation(
                request.caller(), next, OperationKind.DELETE, request.type(), new byte[0], request.token());
        var record = recorder.prepare(request.caller(), "DeleteResource", present, next);
        Supplier<Optional<byte[]>> waiting = () -> WaitingChange.of(request, present.id());
        return start.begin(judgement, next, accepted, waiting, transaction -> {
                    requireDeletable(transaction, present);
                    Optional<Operation> begun = writes.update(transaction, record, present, accepted, request.terms());
                    if (begun.isPresent()) {
                        dependents.requireNoneRecorded(transaction, present.id());
                    }
                    return begun;
                })
                .map(begun -> begun.of(next, false, Optional.empty()));
    }

    private Judgement judged(Delete request, Resource present) {
        return guard.deletion(
                request.caller(), request.type(), present, request.terms().plan());
    }

    private void requireDeletable(Transaction transaction, Resource present) {
        scopes.requireDeletable(
                transaction, present.id().subscription(), present.id().toString());
    }

    private Optional<ChangeStart> deleteInTurn(Delete request, Resource present) {
        request.preconditions().require(present);
        boolean deleting = present.state() == ProvisioningState.DELETING;
        Optional<ChangeStart> waiting = deleting ? Optional.empty() : following.waiting(present);
        if (waiting.isPresent()) {
            return waiting;
        }
        if (deleting || !present.busy()) {
            return delete(request, present);
        }
        dependents.requireNoneLive(present);
        Judgement judgement = judged(request, present);
        OperationStart.Condition conditions = transaction -> {
            boolean _ = judgement.holds(transaction);
            requireDeletable(transaction, present);
            judgement.confirm(transaction, Optional.empty());
            dependents.requireNoneRecorded(transaction, present.id());
        };
        return ApprovalNeeded.asking(database, () -> following.begin(request, present, conditions));
    }

    /// Carries out what has been begun, and waits for the end as long as any request does: the operation as it is
    /// then.
    Operation carry(ChangeStart.Started begun) {
        return database.keeps() ? start.carry(begun, patience) : begun.operation();
    }

    @Override
    public Optional<Operation> operation(OperationId id) {
        return operations.find(id);
    }

    @Override
    public Optional<Step> waiting(Operation operation) {
        return waits.step(operation);
    }

    @Override
    public Optional<Change> waitingEnded(Operation operation, OperationState state) {
        return waits.ended(operation, state);
    }

    /// Begins a change that has waited, under the operation that has. It has all of its secrets with it.
    private Optional<ChangeStart> goOn(WaitingChanges.Going going) {
        ResourceId id = going.change().id();
        Optional<Resource> present = find(id);
        if (going.operation().kind() == OperationKind.DELETE) {
            Delete delete = going.change().delete(going.caller(), going.type(), going.operation(), going.hash());
            return present.isEmpty()
                    ? Optional.of(new ChangeStart.Settled(new Outcome.Absent()))
                    : delete(delete, present.get());
        }
        List<Put> nested = going.change().nested(going.caller(), types::version);
        Put put = going.change().put(going.caller(), going.type(), nested, going.operation(), going.hash());
        return present.isPresent() ? change(put, present.get(), Documents.empty()) : create(put);
    }

    @Override
    public Judgement settled(Caller caller, Resource next) {
        return guard.settled(caller, next);
    }

    @Override
    public Judgement moved(Caller caller, Resource present, Resource next) {
        return guard.moved(caller, present, next);
    }

    Outcome act(ActionRequest request) {
        return start.finish(actions.begin(request, this::get, writes), patience);
    }

    void announce(ActionRequest request, Resource present) {
        actions.announce(request, present);
    }
}
