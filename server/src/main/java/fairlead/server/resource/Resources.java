package fairlead.server.resource;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.Rehearsed;
import fairlead.server.database.Transaction;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerReads;
import fairlead.server.resource.call.ProxyResources;
import fairlead.server.resource.change.ActionRequest;
import fairlead.server.resource.change.ChangeStart;
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
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.document.MergePatch;
import fairlead.server.resource.naming.AddressedIdentifiers;
import fairlead.server.resource.record.Arns;
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
import fairlead.server.resource.record.SystemData;
import fairlead.server.resource.step.Dependents;
import fairlead.server.scope.Placements;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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
            HandlerInvoker handlers) {
        this.handlers = handlers;
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
        following = new FollowingDelete(operations, start, recorder, ids);
    }

    /// The same verbs on a database on which nothing stays: what they answer is what would be.
    Resources rehearsed() {
        return new Resources(
                new Rehearsed(database), operations, scopes, types, audit, vault, clock, ids, Duration.ZERO, handlers);
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

    // -- reading ---------------------------------------------------------------------------------------------

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
            ObjectNode whole = request.type().schema().withoutReadOnly(Documents.object(present.properties()));
            ObjectNode base = request.tags().isPresent()
                    ? TagProperty.withoutTags(request.type().schema(), whole)
                    : whole;
            ObjectNode asked = request.properties()
                    .map(patch -> MergePatch.apply(base, patch))
                    .orElse(base);
            ObjectNode tags = request.tags().orElseGet(() -> Documents.object(present.tags()));
            return change(
                    Put.of(
                                    request.caller(),
                                    present.tracked() ? request.id() : present.id(),
                                    request.type(),
                                    new Put.Body(
                                            present.tracked() ? request.location() : Optional.empty(),
                                            tags,
                                            asked,
                                            request.claimedState(),
                                            Skus.patched(request.sku(), present)))
                            .on(request.terms()),
                    present);
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
    Optional<ChangeStart> create(Put request, DesiredState desiredState, Optional<String> identifier) {
        PlacementChecks.requireNewName(request.id());
        request.preconditions().requireMayCreate(request.id());
        ProvisioningState.SUCCEEDED.requireClaimed(request.claimedState());
        String location = placement.requireLocation(request);
        Instant now = clock.instant();
        UUID uid = ids.get();
        OperationId operation = new OperationId(ids.get());
        Resource resource = new Resource(
                new Resource.Identity(
                        uid, request.id(), request.type().name(), request.type().version(), location, identifier),
                new Resource.Status(ProvisioningState.CREATING, 1, Optional.of(operation), Optional.empty()),
                new Resource.Content(
                        request.storedTags(),
                        StoredDesiredState.stored(
                                request.type().schema(), desiredState.visible(), desiredState.visible()),
                        Documents.bytes(desiredState.visible()),
                        desiredState.sealedSecret(vault, uid),
                        Skus.toCreate(request.type(), request.sku(), location)),
                SystemData.createdBy(request.caller().principal(), now));
        NewOperation accepted = start.operation(
                request.caller(), resource, OperationKind.CREATE, request.type(), new byte[0], request.token());
        @Nullable String pass = Placements.given();
        PreparedInsert row = store.prepareInsert(resource);
        return existence
                .makingWay(
                        request.caller(),
                        resource,
                        way -> start.begin(accepted, transaction -> {
                            way.accept(transaction);
                            Optional<Operation> inserted = insert(transaction, request, row, accepted);
                            if (inserted.isPresent() && database.keeps()) {
                                placement.requirePlace(transaction, resource, pass);
                            }
                            return inserted;
                        }))
                .map(begun -> new ChangeStart.Started(begun, resource, true, Optional.of(desiredState.visible())));
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

    private Optional<ChangeStart> createAgain(Put request, DesiredState desiredState, Resource present, Resource from) {
        present.requireIdle();
        Resource next = changed(request, from, desiredState.visible(), OperationKind.CREATE)
                .withDesired(
                        StoredDesiredState.stored(
                                request.type().schema(), desiredState.visible(), desiredState.visible()),
                        desiredState.sealedSecret(vault, present.uid()),
                        Skus.toChange(request.type(), request.sku(), present));
        byte[] before = PriorState.of(present).encode();
        NewOperation accepted =
                start.operation(request.caller(), next, OperationKind.CREATE, request.type(), before, request.token());
        return start.begin(accepted, transaction -> {
                    PlacementChecks.requireServed(transaction, request.type());
                    placement.requireGroup(transaction, present.id());
                    return update(transaction, request.caller(), "PutResource", present, next, accepted);
                })
                .map(begun -> new ChangeStart.Started(begun, next, false, Optional.of(desiredState.visible())));
    }

    private Optional<Operation> insert(
            Transaction transaction, Put request, PreparedInsert row, NewOperation accepted) {
        Resource resource = row.resource();
        if (!store.insert(transaction, row)) {
            if (store.find(transaction, request.id()).isPresent()) {
                return Optional.empty();
            }
            throw new ProblemException(placement.taken(transaction, resource));
        }
        placement.requireSurroundings(transaction, request.id());
        PlacementChecks.requireServed(transaction, request.type());
        extensions.add(transaction, request.type(), request.id());
        recorder.record(transaction, request.caller(), "PutResource", resource, "Creating");
        nestedPuts.store(transaction, request, accepted.id());
        return Optional.of(operations.accept(transaction, accepted));
    }

    /// Stores the record of a physical resource that exists already; empty if another record has it by now.
    Optional<Resource> adopt(Caller caller, TypeVersion type, Resource resource) {
        Optional<String> arn = Arns.told(type, resource.properties());
        boolean made = database.write(transaction -> {
            boolean fresh = store.insert(transaction, resource);
            if (fresh) {
                placement.requireSurroundings(transaction, resource.id());
                arn.ifPresent(told -> store.tell(transaction, resource.uid(), told));
                recorder.record(transaction, caller, "AdoptResource", resource, "Adopted");
            }
            return fresh;
        });
        return made ? Optional.of(resource) : Optional.empty();
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
        Put request = TagProperty.toChange(asked.withTags(tags), Documents.object(present.tags()), properties);
        ObjectNode secret = secret(present);
        DesiredState desiredState =
                DesiredState.toChange(request, addressed.of(type, present), present, properties, kept);
        request.preconditions().require(present);
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
                    .retag(request.caller(), present, request.id(), request.tags())
                    .map(tagged -> new ChangeStart.Settled(new Outcome.Done(tagged, false)));
        }
        OperationKind kind = present.identifier().isEmpty() ? OperationKind.CREATE : OperationKind.UPDATE;
        Optional<ReplacementPlan> order = Optional.empty();
        if (kind == OperationKind.UPDATE && (!same || !nests)) {
            DesiredState before = new DesiredState(type.schema(), desired, secret);
            order = ReplacementChecks.order(request, desiredState.refusal(type, before, properties), present);
        }
        Optional<ReplacementPlan> replacing = order.filter(ReplacementPlan::atOnce);
        ObjectNode outlook = desiredState.outlook(properties);
        Resource next = changed(request, present, outlook, kind)
                .withDesired(
                        StoredDesiredState.stored(type.schema(), desiredState.visible(), outlook),
                        desiredState.sealedSecret(vault, present.uid()),
                        sku);
        NewOperation accepted = start.operation(
                request.caller(),
                next,
                kind,
                type,
                PriorState.of(present).with(order).encode(),
                request.token());
        return existence
                .makingWay(
                        request.caller(),
                        next,
                        way -> start.begin(accepted, transaction -> {
                            way.accept(transaction);
                            PlacementChecks.requireServed(transaction, type);
                            replacing.ifPresent(how -> replacements.require(
                                    transaction, how, next, type.schema().identifier(desiredState.visible())));
                            placement.requireAround(transaction, present);
                            nestedPuts.store(transaction, request, accepted.id());
                            return update(transaction, request.caller(), "PutResource", present, next, accepted);
                        }))
                .map(begun -> new ChangeStart.Started(begun, next, false, Optional.of(desiredState.visible())));
    }

    /// The write-only values of a record.
    ObjectNode secret(Resource present) {
        return Documents.object(vault.open(present.secrets(), present.uid().toString()));
    }

    private Resource changed(Put request, Resource present, ObjectNode outlook, OperationKind kind) {
        boolean create = kind == OperationKind.CREATE;
        ProvisioningState state = create ? ProvisioningState.CREATING : ProvisioningState.UPDATING;
        boolean named = create && !request.type().namedBy().isEmpty();
        byte[] tags = request.storedTags();
        return new Resource(
                new Resource.Identity(
                        present.uid(),
                        request.id(),
                        present.typeName(),
                        request.type().version(),
                        present.location(),
                        named ? request.type().schema().identifier(outlook) : present.identifier()),
                present.status().begun(state, new OperationId(ids.get())),
                new Resource.Content(
                        tags, present.desired(), Documents.bytes(outlook), present.secrets(), present.sku()),
                present.systemData().changedBy(request.caller().principal(), clock.instant()));
    }

    private Optional<Operation> update(
            Transaction transaction,
            Caller caller,
            String deed,
            Resource present,
            Resource next,
            NewOperation accepted) {
        if (!next.identifier().equals(present.identifier()) && placement.isTaken(transaction, next)) {
            throw new ProblemException(placement.taken(transaction, next));
        }
        boolean held = present.recorded() ? store.update(transaction, present, next) : store.insert(transaction, next);
        if (!held) {
            return Optional.empty();
        }
        recorder.record(transaction, caller, deed, next, next.state().word());
        return Optional.of(operations.accept(transaction, accepted));
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
        OperationId id = new OperationId(ids.get());
        Resource next = present.deleting(id);
        NewOperation accepted = start.operation(
                request.caller(), next, OperationKind.DELETE, request.type(), new byte[0], request.token());
        return start.begin(accepted, transaction -> {
                    requireDeletable(transaction, present);
                    Optional<Operation> begun =
                            update(transaction, request.caller(), "DeleteResource", present, next, accepted);
                    if (begun.isPresent()) {
                        dependents.requireNoneRecorded(transaction, present.id());
                    }
                    return begun;
                })
                .map(begun -> new ChangeStart.Started(begun, next, false));
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
        return following.begin(request, present, transaction -> {
            requireDeletable(transaction, present);
            dependents.requireNoneRecorded(transaction, present.id());
        });
    }

    /// Carries out what has been begun, and waits for the end as long as any request does: the operation as it is
    /// then.
    Operation carry(ChangeStart.Started begun) {
        return start.carry(begun, patience);
    }

    @Override
    public Optional<Operation> operation(OperationId id) {
        return operations.find(id);
    }

    // -- act -------------------------------------------------------------------------------------------------

    Outcome act(ActionRequest request) {
        return start.finish(actions.begin(request, this::get, this::update), patience);
    }

    void announce(ActionRequest request, Resource present) {
        actions.announce(request, present);
    }
}
