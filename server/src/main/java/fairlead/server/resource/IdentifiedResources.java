package fairlead.server.resource;

import fairlead.handler.ErrorCode;
import fairlead.handler.Page;
import fairlead.handler.Query;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.schema.HandlerKind;
import fairlead.schema.Profile;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Rehearsed;
import fairlead.server.database.Transaction;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.HandlerReads;
import fairlead.server.resource.change.ChangeStart;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.change.DesiredState;
import fairlead.server.resource.change.OperationProblems;
import fairlead.server.resource.change.OptimisticRetry;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.change.TagProperty;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.document.ListOrder;
import fairlead.server.resource.record.IdentifierCache;
import fairlead.server.resource.record.IdentifierRecord;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.record.StoredDesiredState;
import fairlead.server.scope.Scopes;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on resources that callers name by their primary identifier in an account's region, for surfaces that
/// know no addresses. Records and operations are those of [Resources], which carries the verbs out.
///
/// Reads and lists ask the handler, so they also show what was made elsewhere. A resource without a record gets
/// one with its first change. Every change is an operation, also one that is refused because of what is there,
/// and one that has nothing to do. A repeated request gets the operation of the first.
public final class IdentifiedResources {

    private final ResourceStore store;
    private final Resources resources;
    private final Database database;
    private final Operations operations;
    private final Scopes scopes;
    private final Types types;
    private final RecordFactory records;
    private final HandlerReads live;
    private final IdentifiedAccess access;
    private final ImpliedGroups groups;
    private final IdentifierCache recollection;

    public IdentifiedResources(
            Resources resources,
            Database database,
            Operations operations,
            Scopes scopes,
            RecordFactory records,
            HandlerReads live,
            Authorizer authorizer) {
        types = records.types();
        store = new ResourceStore(types.sealing());
        this.resources = resources;
        this.database = database;
        this.operations = operations;
        this.scopes = scopes;
        groups = new ImpliedGroups(scopes);
        this.records = records;
        this.live = live;
        access = new IdentifiedAccess(authorizer, this::recorded);
        recollection = new IdentifierCache(database::state);
    }

    /// The same verbs, which do not wait for the ends of operations.
    public IdentifiedResources unwaiting() {
        return with(resources.unwaiting(), database);
    }

    /// The same verbs, where nothing that they do stays; a preview takes notice of the plans.
    public IdentifiedResources rehearsed(ApprovalGate preview) {
        return with(resources.rehearsed(preview), new Rehearsed(database));
    }

    private IdentifiedResources with(Resources others, Database other) {
        return new IdentifiedResources(others, other, operations, scopes, records, live, access.authorizer());
    }

    /// The same verbs for what is made at an address.
    public PlacedResources placed() {
        return new PlacedResources(resources, operations, scopes, access.authorizer());
    }

    // -- reading ----------------------------------------------------------------------------------------------------

    /// The resource as its handler reads it now; a problem if there is none.
    ///
    /// @param identifier the properties of the primary identifier, or of an additional one
    /// @param orStored whether the record will do if the handler can't tell
    public ReadResource get(IdentifiedRequest request, ObjectNode identifier, boolean orStored) {
        IdentifiedRequest asked = access.permitted(request, identifier, Action::read);
        Optional<String> primary = asked.schema().identifier(identifier);
        Optional<IdentifierRecord> known = primary.flatMap(name -> known(asked, name));
        try {
            return read(asked, known, identifier).orElseThrow(() -> IdentifiedProblems.notFound(asked, primary));
        } catch (ProblemException failure) {
            boolean handlers = failure.problem() instanceof Problem.OperationFailed;
            return primary.filter(_ -> orStored && handlers)
                    .flatMap(name -> record(asked, name)
                            .map(record -> new ReadResource(name, Documents.object(record.properties()), true)))
                    .orElseThrow(() -> failure);
        }
    }

    private Optional<IdentifierRecord> known(IdentifiedRequest asked, String identifier) {
        String subscription = asked.subscription();
        String location = asked.location();
        TypeName type = asked.type().name();
        return recollection.of(
                new IdentifierCache.Key(subscription, location, type, identifier),
                () -> database.read(
                        transaction -> store.findKnown(transaction, subscription, location, type, identifier)));
    }

    /// Empty also for a resource of another account or region.
    private Optional<ReadResource> read(
            IdentifiedRequest asked, Optional<IdentifierRecord> known, ObjectNode identifier) {
        TypeVersion type = asked.version()
                .or(() -> known.map(record -> types.version(asked.type().name(), record.typeVersion())))
                .orElseGet(asked::versionForNew);
        Optional<ObjectNode> model = live.read(type, side(asked, known), request(asked, type, known, identifier));
        return model.flatMap(properties -> type.schema()
                .identifier(properties)
                .filter(name -> known.isPresent() || isVisible(asked, name))
                .map(name -> new ReadResource(name, properties, false)));
    }

    private ObjectNode request(
            IdentifiedRequest asked, TypeVersion type, Optional<IdentifierRecord> known, ObjectNode identifier) {
        ResourceSchema schema = type.schema();
        if (known.isEmpty() || schema.profile() == Profile.STRICT) {
            return identifier;
        }
        return schema.identifier(identifier)
                .flatMap(name -> record(asked, name))
                .map(record -> schema.profile()
                        .request(
                                identifier,
                                schema.overlay(Documents.object(record.properties()), resources.secret(record))))
                .orElse(identifier);
    }

    /// One page of what the handler lists, without resources of other accounts and regions.
    public Page list(IdentifiedRequest asked, Query query) {
        TypeVersion type = asked.versionForNew();
        if (!(type.handler() instanceof Listable handler)) {
            throw IdentifiedProblems.unsupported(type, HandlerKind.LIST);
        }
        Page page = live.list(type, handler, side(asked, Optional.empty()), query);
        List<ObjectNode> visible = page.identifiers().stream()
                .filter(identifier -> type.schema()
                        .identifier(identifier)
                        .filter(name -> isVisible(asked, name))
                        .isPresent())
                .filter(identifier -> access.isReadable(asked, identifier))
                .toList();
        return new Page(visible, page.next());
    }

    private boolean isVisible(IdentifiedRequest asked, String identifier) {
        return database.read(
                transaction -> record(transaction, asked, identifier).isPresent()
                        || !store.isAnyOf(transaction, asked.type().name(), identifier));
    }

    private Optional<Resource> record(IdentifiedRequest asked, String identifier) {
        return database.read(transaction -> record(transaction, asked, identifier));
    }

    private Optional<Resource> record(Transaction transaction, IdentifiedRequest asked, String identifier) {
        return store.findByIdentifier(
                transaction,
                asked.subscription(),
                asked.location(),
                asked.type().name(),
                identifier);
    }

    private TypeVersion version(IdentifiedRequest asked, Optional<Resource> record) {
        return asked.version()
                .or(() -> record.map(resource -> types.version(resource.typeName(), resource.typeVersion())))
                .orElseGet(asked::versionForNew);
    }

    private static HandlerReads.Side side(IdentifiedRequest asked, Optional<IdentifierRecord> known) {
        String name = known.map(record -> record.id().name()).orElse("");
        return new HandlerReads.Side(asked.subscription(), asked.location(), name);
    }

    // -- changing ---------------------------------------------------------------------------------------------------

    /// Makes a resource. The operation fails if there is one of that identifier.
    public Operation create(IdentifiedRequest request, ObjectNode desired, ClientToken token) {
        IdentifiedRequest asked = access.permitted(request, Documents.empty(), Action::write);
        return once(
                asked,
                OperationKind.CREATE,
                token,
                () -> create(asked, desired, DesiredState.toCreate(asked.versionForNew(), desired), token));
    }

    /// As [#create], but what is there already is taken under management and changed to the desired state.
    ///
    /// @param identifier of what may be there
    public Operation createOrAdopt(
            IdentifiedRequest request, ObjectNode identifier, ObjectNode desired, ClientToken token) {
        IdentifiedRequest asked = access.permitted(request, identifier, Action::write);
        Optional<Operation> earlier = earlier(asked, token);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        Optional<IdentifierRecord> known = asked.schema().identifier(identifier).flatMap(name -> known(asked, name));
        if (read(asked, known, identifier).isEmpty()) {
            return create(asked, desired, token);
        }
        StateChange all = present -> {
            ObjectNode next = present.deepCopy();
            next.setAll(desired);
            return new StateChange.Changed(next, List.of());
        };
        return once(
                asked,
                OperationKind.UPDATE,
                token,
                () -> update(asked, all, present(asked, identifier), token, ReplacePolicy.NEVER));
    }

    /// The record of what has that identifier; empty if it has none in this account and region.
    public Optional<ResourceId> recorded(IdentifiedRequest asked, ObjectNode identifier) {
        return asked.schema()
                .identifier(identifier)
                .flatMap(name -> record(asked, name))
                .map(Resource::id);
    }

    /// The properties as the record has them, if there is one in this account and region.
    public Optional<ObjectNode> known(IdentifiedRequest request, ObjectNode identifier) {
        IdentifiedRequest asked = access.permitted(request, identifier, Action::read);
        return asked.schema()
                .identifier(identifier)
                .flatMap(name -> record(asked, name))
                .map(record -> Documents.object(record.properties()));
    }

    private Optional<Operation> create(
            IdentifiedRequest asked, ObjectNode desired, DesiredState desiredState, ClientToken token) {
        TypeVersion type = asked.versionForNew();
        Optional<String> chosen = RecordFactory.chosen(type, desiredState.visible());
        Optional<Resource> taken = chosen.flatMap(name -> record(asked, name));
        if (taken.isPresent()) {
            return createAgain(asked, desired, desiredState, taken.get(), token);
        }
        ResourceId id = records.place(asked, type, chosen, database);
        Optional<Resource> namesake = chosen.flatMap(_ -> resources.find(id));
        if (namesake.filter(there -> isOf(type, there, desiredState)).isPresent()) {
            return createUnderName(asked, desired, desiredState, namesake.get(), token);
        }
        ResourceId free = namesake.isEmpty() ? id : records.beside(id);
        Put put = asked.put(free, type, Optional.of(asked.location()), desired, Documents.empty(), token);
        try {
            Put named = chosen.isPresent() ? put : put.on(put.terms().unnamedOnes());
            return resources
                    .create(TagProperty.toCreate(named), desiredState, chosen)
                    .map(this::ended);
        } catch (ProblemException refused) {
            if (refused.problem().code() == ProblemCode.RESOURCE_ALREADY_EXISTS) {
                return Optional.of(exists(asked, chosen, free, token));
            }
            groups.make(asked, refused);
            return Optional.empty();
        }
    }

    /// Whether the record under a name is, or was to be, of the identifier that is that name: it may have a free name.
    private static boolean isOf(TypeVersion type, Resource namesake, DesiredState desiredState) {
        ObjectNode properties = Documents.object(namesake.properties());
        return !type.namedBy().isEmpty()
                && type.schema()
                        .changed(properties, desiredState.visible(), type.namedBy())
                        .isEmpty();
    }

    /// The record may be all that an earlier create has left when it failed, or all that is left of what was deleted
    /// outside.
    private Optional<Operation> createAgain(
            IdentifiedRequest asked, ObjectNode desired, DesiredState desiredState, Resource taken, ClientToken token) {
        boolean broken = taken.state() == ProvisioningState.FAILED || taken.state() == ProvisioningState.CANCELED;
        boolean neverMade = broken
                && taken.operation()
                        .flatMap(operations::find)
                        .filter(operation -> operation.kind() == OperationKind.CREATE)
                        .isPresent();
        TypeVersion type = asked.versionForNew();
        Put put =
                TagProperty.toCreate(asked.put(taken.id(), type, Optional.empty(), desired, Documents.empty(), token));
        if (neverMade || taken.busy()) {
            return resources.createAgain(put, desiredState, taken).map(this::ended);
        }
        if (resources.isGone(taken)) {
            return resources.recreate(put, desiredState, taken).map(this::ended);
        }
        return Optional.of(exists(asked, taken.identifier(), taken.id(), token));
    }

    /// The record that has the name of what is to be made may have none of it: its own create has met what was another
    /// one's then.
    private Optional<Operation> createUnderName(
            IdentifiedRequest asked,
            ObjectNode desired,
            DesiredState desiredState,
            Resource namesake,
            ClientToken token) {
        TypeVersion type = asked.versionForNew();
        Optional<String> chosen = RecordFactory.chosen(type, desiredState.visible());
        boolean nameless =
                namesake.identifier().isEmpty() && namesake.location().equals(asked.location());
        if (nameless && resources.isGone(namesake.identifiedBy(chosen))) {
            Put put = asked.put(namesake.id(), type, Optional.empty(), desired, Documents.empty(), token);
            return resources
                    .createAgain(TagProperty.toCreate(put), desiredState, namesake)
                    .map(this::ended);
        }
        return Optional.of(exists(asked, chosen, namesake.id(), token));
    }

    /// Only what is at fault is named, in the message: the event of this request names no resource that it has not
    /// made.
    private Operation exists(IdentifiedRequest asked, Optional<String> identifier, ResourceId id, ClientToken token) {
        Failure failure = new Failure(
                ErrorCode.ALREADY_EXISTS,
                "Resource of type '" + asked.type().name() + "' with identifier '" + identifier.orElseGet(id::name)
                        + "' already exists.");
        return refused(asked, OperationKind.CREATE, id, Optional.empty(), failure, token);
    }

    /// Changes the resource that is there, and never replaces it.
    public Operation update(
            IdentifiedRequest asked, ObjectNode identifier, UnaryOperator<ObjectNode> change, ClientToken token) {
        StateChange all = present -> new StateChange.Changed(change.apply(present.deepCopy()), List.of());
        return update(asked, identifier, all, token, ReplacePolicy.NEVER);
    }

    /// Changes the resource that is there.
    ///
    /// @param replace whether the resource may be replaced, if it can't be changed in place
    public Operation update(
            IdentifiedRequest request,
            ObjectNode identifier,
            StateChange change,
            ClientToken token,
            ReplacePolicy replace) {
        IdentifiedRequest asked = access.permitted(request, identifier, Action::write);
        return once(asked, OperationKind.UPDATE, token, () -> {
            if (replace == ReplacePolicy.NEVER) {
                requireUpdatable(asked);
            }
            return update(asked, change, present(asked, identifier), token, replace);
        });
    }

    private Optional<Operation> update(
            IdentifiedRequest asked, StateChange change, Present present, ClientToken token, ReplacePolicy replace) {
        Resource record = present.record();
        TypeVersion type = version(asked, Optional.of(record));
        ResourceSchema schema = type.schema();
        record.requireIdle();
        ObjectNode desired = StoredDesiredState.read(schema, record.desired(), record.properties());
        ObjectNode now = ListOrder.restored(schema.root(), present.properties(), desired);
        ObjectNode kept = resources.secret(record);
        ObjectNode whole = schema.overlay(now, kept);
        StateChange.Changed next = change.of(whole);
        ObjectNode changed = next.properties();
        next.removed().forEach(path -> path.remove(kept));
        UnchangeableProperties.requireReadOnlyKept(schema, now, changed);
        UnchangeableProperties.requireIdentifierKept(type, whole, changed, replace);
        ObjectNode tags = next.tags()
                .apply(TagProperty.of(schema)
                        .map(property -> property.texts(changed))
                        .orElseGet(() -> Documents.object(record.tags())));
        Put put = asked.put(record.id(), type, Optional.empty(), schema.withoutReadOnly(changed), tags, token)
                .withSku(next.sku());
        return resources
                .change(put.replacing(replace), record.seen(Documents.bytes(now)), kept)
                .map(begun -> switch (begun) {
                    case ChangeStart.Started started -> resources.carry(started);
                    case ChangeStart.Settled(Outcome.Pending(var operation)) -> operation;
                    case ChangeStart.Settled _ -> unchanged(asked, record, token);
                });
    }

    /// A physical resource and its record.
    private record Present(Resource record, ObjectNode properties) {}

    private Present present(IdentifiedRequest asked, ObjectNode identifier) {
        Optional<String> primary = asked.schema().identifier(identifier);
        Optional<Resource> record = primary.flatMap(name -> record(asked, name));
        record.ifPresent(Resource::requireIdle);
        ReadResource seen = read(asked, record.map(IdentifierRecord::of), identifier)
                .orElseThrow(() -> IdentifiedProblems.notFound(asked, primary));
        return new Present(record.orElseGet(() -> managed(asked, seen)), seen.properties());
    }

    private void requireUpdatable(IdentifiedRequest asked) {
        TypeVersion type = asked.versionForNew();
        if (!type.schema().handlers().contains(HandlerKind.UPDATE)) {
            throw IdentifiedProblems.unsupported(type, HandlerKind.UPDATE);
        }
    }

    /// Removes a resource. The operation fails if there is none.
    public Operation delete(IdentifiedRequest request, ObjectNode identifier, ClientToken token) {
        IdentifiedRequest asked = access.permitted(request, identifier, Action::delete);
        return once(asked, OperationKind.DELETE, token, () -> {
            Optional<String> primary = asked.schema().identifier(identifier);
            Optional<Resource> record = primary.flatMap(name -> record(asked, name))
                    .or(() -> read(asked, Optional.empty(), identifier).map(seen -> managed(asked, seen)));
            if (record.isEmpty()) {
                return Optional.of(absent(asked, primary, token));
            }
            record.get().requireIdle();
            Delete delete = new Delete(
                    asked.caller(),
                    record.get().id(),
                    version(asked, record),
                    ChangeTerms.NONE.under(Optional.of(token)).as(asked.plan()));
            return resources.delete(delete, record.get()).map(this::ended);
        });
    }

    private Operation absent(IdentifiedRequest asked, Optional<String> primary, ClientToken token) {
        Failure failure = new Failure(
                ErrorCode.NOT_FOUND,
                IdentifiedProblems.notFound(asked, primary).problem().message());
        ResourceId id = records.alias(asked, asked.versionForNew());
        return refused(asked, OperationKind.DELETE, id, primary, failure, token);
    }

    /// The record of a physical resource: one is made if it has none, so that it can be changed; what is never recorded
    /// does without.
    private Resource managed(IdentifiedRequest asked, ReadResource seen) {
        TypeVersion type = asked.versionForNew();
        return record(asked, seen.identifier())
                .orElseGet(() -> type.recorded()
                        ? adopt(asked, seen)
                        : resources.get(records.place(asked, type, Optional.of(seen.identifier()), database)));
    }

    private Resource adopt(IdentifiedRequest asked, ReadResource seen) {
        TypeVersion type = asked.versionForNew();
        ResourceId preferred = records.place(asked, type, Optional.of(seen.identifier()), database);
        ResourceId id = resources.find(preferred).isEmpty() ? preferred : records.beside(preferred);
        Resource record = records.adopted(asked, type, id, seen);
        return OptimisticRetry.untilItHolds(() -> adopt(asked, type, record));
    }

    private Optional<Resource> adopt(IdentifiedRequest asked, TypeVersion type, Resource record) {
        try {
            return resources
                    .adopt(asked.caller(), type, record)
                    .or(() -> Optional.of(record(asked, record.identifier().orElseThrow())
                            .orElseThrow(() -> new ProblemException(new Problem.Unavailable()))));
        } catch (ProblemException refused) {
            groups.make(asked, refused);
            return Optional.empty();
        }
    }

    // -- operations -------------------------------------------------------------------------------------------------

    /// A repeated request gets the operation of the first; so does one that loses the race with its own
    /// repetition.
    private Operation once(
            IdentifiedRequest asked, OperationKind kind, ClientToken token, Supplier<Optional<Operation>> attempt) {
        try {
            return OptimisticRetry.untilItHolds(() -> earlier(asked, token).or(attempt));
        } catch (ProblemException refused) {
            boolean inItsWay =
                    refused.problem() instanceof Problem.Busy || refused.problem() instanceof Problem.Conflict;
            // What is in its way may be what its own repetition has begun.
            Optional<Operation> first = inItsWay ? first(asked, token) : Optional.empty();
            if (first.isPresent()) {
                return first.get();
            }
            Optional<ErrorCode> code = OperationProblems.failing(refused.problem());
            if (code.isPresent()) {
                Failure failure = new Failure(code.get(), refused.problem().message());
                ResourceId id = records.alias(asked, asked.versionForNew());
                return refused(asked, kind, id, Optional.empty(), failure, token);
            }
            throw refused;
        } catch (DatabaseException failure) {
            if (failure.kind() == DatabaseException.Kind.DUPLICATE) {
                return first(asked, token).orElseThrow(() -> failure);
            }
            throw failure;
        }
    }

    private Optional<Operation> earlier(IdentifiedRequest asked, ClientToken token) {
        return operations
                .replay(asked.subscription(), asked.location(), token.value())
                .map(operation -> same(operation, token));
    }

    private Optional<Operation> first(IdentifiedRequest asked, ClientToken token) {
        return operations
                .replayNow(asked.subscription(), asked.location(), token.value())
                .map(operation -> same(operation, token));
    }

    private static Operation same(Operation earlier, ClientToken token) {
        if (earlier.clientToken().filter(token::isOfSame).isEmpty()) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.CLIENT_TOKEN_CONFLICT,
                    "ClientToken " + token.value()
                            + " is already associated with an existing operation with RequestToken " + earlier.id()));
        }
        return earlier;
    }

    private Operation ended(ChangeStart begun) {
        return switch (begun) {
            case ChangeStart.Started started -> resources.carry(started);
            case ChangeStart.Settled(Outcome.Pending(var operation)) -> operation;
            case ChangeStart.Settled(var outcome) -> throw new IllegalStateException(outcome + " needs no operation");
        };
    }

    private Operation refused(
            IdentifiedRequest asked,
            OperationKind kind,
            ResourceId id,
            Optional<String> identifier,
            Failure failure,
            ClientToken token) {
        return database.write(transaction -> operations.acceptEnded(
                transaction,
                records.ended(asked, kind, id, Optional.empty(), identifier, token),
                new OperationState.Failed(records.now(), failure)));
    }

    private Operation unchanged(IdentifiedRequest asked, Resource record, ClientToken token) {
        return database.write(transaction -> operations.acceptEnded(
                transaction,
                records.ended(
                        asked,
                        OperationKind.UPDATE,
                        record.id(),
                        Optional.of(record.uid()),
                        record.identifier(),
                        token),
                new OperationState.Succeeded(records.now())));
    }
}
