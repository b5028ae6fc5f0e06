package fairlead.server.resource.call;

import fairlead.handler.ErrorCode;
import fairlead.handler.Page;
import fairlead.handler.Query;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.schema.PropertyPath;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Code;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.DesiredState;
import fairlead.server.resource.change.PlacementChecks;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.naming.AddressedIdentifier;
import fairlead.server.resource.record.ExtensionStore;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.record.SystemData;
import fairlead.server.scope.ResourceGroup;
import fairlead.server.scope.Scopes;
import fairlead.server.telemetry.Activity;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Resources that are never recorded, as their handlers know them at the moment.
///
/// Implements "proxy only resources" of the "Azure resource provider contract". Only while an operation makes,
/// changes or deletes one there is a record: the intent, which survives a crash and keeps a second operation away.
/// It goes with the operation, however that ends.
public final class ProxyResources {

    private static final int AT_ONCE = 16;

    private final HandlerInvoker handlers;
    private final Database database;
    private final ResourceStore store;
    private final ExtensionStore extensions;
    private final Types types;
    private final Scopes scopes;
    private final Clock clock;
    private final Supplier<UUID> ids;

    public ProxyResources(
            Database database,
            ResourceStore store,
            Types types,
            Scopes scopes,
            HandlerInvoker handlers,
            Clock clock,
            Supplier<UUID> ids) {
        this.handlers = handlers;
        extensions = new ExtensionStore(database, types);
        this.scopes = scopes;
        this.database = database;
        this.store = store;
        this.types = types;
        this.clock = clock;
        this.ids = ids;
    }

    // -- one ------------------------------------------------------------------------------------------------

    /// The resource as the handler reads it; empty if it does not exist, or what it is nested in or extends does
    /// not, or its type is recorded.
    public Optional<Resource> find(ResourceId id) {
        return types.find(id.type())
                .map(RegisteredType::current)
                .filter(type -> !type.recorded())
                .flatMap(type -> place(type, id).flatMap(place -> look(type, place.address(), place.location())));
    }

    /// Where something is.
    ///
    /// @param address with the names of what it is in in their own casing
    private record Place(AddressedIdentifier address, String location) {

        ResourceId id() {
            return address.id();
        }
    }

    private Optional<Place> place(TypeVersion type, ResourceId id) {
        if (!type.isExtension()) {
            return id.parent().flatMap(this::known).map(parent -> below(parent, id));
        }
        if (id.extended().isPresent()) {
            return known(ResourceId.parse(id.extended().get()))
                    .map(extended -> placed(type, extended.id().extendedBy(id.type(), id.name()), extended.location()));
        }
        if (id.group().isEmpty()) {
            scopes.subscription(id.subscription());
            return Optional.of(placed(type, id, scopes.locations().offered().getFirst()));
        }
        ResourceGroup group = scopes.group(id.subscription(), id.group());
        ResourceId there = new ResourceId(id.subscription(), group.name(), id.type(), id.names());
        return Optional.of(placed(type, there, group.location()));
    }

    private static Place placed(TypeVersion type, ResourceId id, String location) {
        return new Place(AddressedIdentifier.ofNames(type, id), location);
    }

    /// The request as its place has it: with the location, and the names in their own casing. A problem if what it
    /// is nested in or extends does not exist.
    public Put placed(Put request) {
        Place place = requirePlace(request.type(), request.id());
        return Put.of(
                        request.caller(),
                        place.id(),
                        request.type(),
                        new Put.Body(
                                Optional.of(place.location()),
                                request.tags(),
                                request.properties(),
                                request.claimedState(),
                                request.sku()))
                .on(request.terms().replacing(ReplacePolicy.NEVER));
    }

    private Place requirePlace(TypeVersion type, ResourceId id) {
        return place(type, id)
                .orElseThrow(() -> new ProblemException(PlacementChecks.parentAbsence(
                        id.above().map(ResourceId::toString).orElse(""))));
    }

    private Optional<Resource> known(ResourceId id) {
        Optional<Resource> recorded = database.read(transaction -> store.find(transaction, id));
        return recorded.isPresent() ? recorded : find(id);
    }

    /// The handler of the parent may tell names apart by their casing.
    private Place below(Resource parent, ResourceId id) {
        TypeVersion type = types.version(parent.typeName(), parent.typeVersion());
        List<String> names = new ArrayList<>(parent.id().names());
        List<String> values = new ArrayList<>(names);
        if (!type.namedBy().isEmpty() && parent.identifier().isPresent()) {
            ObjectNode identifier =
                    type.schema().parseIdentifier(parent.identifier().get());
            for (int i = 0; i < names.size(); i++) {
                values.set(i, text(type.namedBy().get(i), identifier));
                if (values.get(i).equalsIgnoreCase(names.get(i))) {
                    names.set(i, values.get(i));
                }
            }
        }
        names.add(id.name());
        values.add(id.name());
        ResourceId there = new ResourceId(id.subscription(), parent.id().group(), id.type(), names);
        return new Place(new AddressedIdentifier(there, values), parent.location());
    }

    private static String text(PropertyPath path, ObjectNode identifier) {
        return path.value(identifier).map(value -> value.asString("")).orElse("");
    }

    private Optional<Resource> look(TypeVersion type, AddressedIdentifier address, String location) {
        ResourceId id = address.id();
        ObjectNode identifier = DesiredState.identifier(type, address);
        HandlerInvocation invocation = invocation(type, id.subscription(), id.name(), location);
        HandlerResult.OfRead result =
                HandlerRedaction.aboutUnknown(type, identifier).during(() -> handlers.read(invocation, identifier));
        return switch (result) {
            case HandlerResult.Done(var model) -> {
                extensions.found(type, id);
                yield Optional.of(resource(type, id, location, model));
            }
            case HandlerResult.Absent _ -> Optional.empty();
            case HandlerResult.NotDone failed -> throw problem(failed, "read");
        };
    }

    private Resource resource(TypeVersion type, ResourceId id, String location, ObjectNode model) {
        ObjectNode visible = type.schema().withoutWriteOnly(model);
        return new Resource(
                new Resource.Identity(
                        ids.get(),
                        id,
                        type.name(),
                        type.version(),
                        location,
                        type.schema().identifier(model)),
                Resource.Status.found(Resource.UNRECORDED),
                Resource.Content.found(Resource.NO_TAGS, Documents.bytes(visible)),
                SystemData.createdBy(Principal.DEVELOPER, clock.instant()));
    }

    // -- many -----------------------------------------------------------------------------------------------

    /// One page of those beside a given one, read one by one; a problem if there is nothing for them to be in.
    ///
    /// @param any the address of one of them, whatever its name
    public Listing.Page list(ResourceId any, RegisteredType registered, Optional<String> after, int limit) {
        TypeVersion type = registered.current();
        Place place = requirePlace(type, any);
        Page page = page(type, place, after, limit);
        Map<String, Resource> changing = changing(place.id(), type);
        List<AddressedIdentifier> found = named(place.address(), type, page);
        List<Resource> resources = new ArrayList<>();
        for (int i = 0; i < found.size(); i += AT_ONCE) {
            resources.addAll(
                    all(found.subList(i, Math.min(i + AT_ONCE, found.size())), type, place.location(), changing));
        }
        if (page.next().isEmpty()) {
            changing.values().stream()
                    .filter(resource -> resource.state() == ProvisioningState.CREATING)
                    .forEach(resources::add);
        }
        return new Listing.Page(resources, page.next());
    }

    /// The addresses of the first beside a given one; none if there is nothing for them to be in, and where the type is
    /// offered in no version, so that its handler need not be asked.
    public List<ResourceId> ids(ResourceId any, RegisteredType registered, int limit) {
        TypeVersion type = registered.current();
        return place(type, any)
                .filter(place -> registered.versions().stream()
                        .anyMatch(version -> scopes.locations()
                                .offers(place.location(), version.registration().locations())))
                .map(place -> named(place.address(), type, page(type, place, Optional.empty(), limit)).stream()
                        .map(AddressedIdentifier::id)
                        .toList())
                .orElse(List.of());
    }

    private static List<AddressedIdentifier> named(AddressedIdentifier any, TypeVersion type, Page page) {
        PropertyPath last = type.namedBy().getLast();
        return page.identifiers().stream()
                .map(identifier -> any.named(text(last, identifier)))
                .toList();
    }

    /// The identifiers that the handler lists, of those whose parents have these names.
    private Page page(TypeVersion type, Place place, Optional<String> after, int limit) {
        if (!(type.handler() instanceof Listable handler)) {
            throw failed(Code.of(ErrorCode.INTERNAL_FAILURE), "The handler can't list.");
        }
        ObjectNode filter = DesiredState.identifier(type, place.address());
        type.namedBy().getLast().remove(filter);
        HandlerInvocation invocation = invocation(type, place.id().subscription(), "", place.location());
        HandlerResult.OfList result = HandlerRedaction.aboutUnknown(type, filter)
                .during(() -> handlers.list(invocation, handler, new Query(filter, limit, after)));
        return switch (result) {
            case HandlerResult.Listed(var page) -> page;
            case HandlerResult.NotDone failed -> throw problem(failed, "list");
        };
    }

    /// What operations are making, changing or deleting there at the moment.
    private Map<String, Resource> changing(ResourceId any, TypeVersion type) {
        String id = any.toString();
        String prefix = ResourceId.key(id.substring(0, id.lastIndexOf('/') + 1));
        String end = prefix.substring(0, prefix.length() - 1) + "0";
        Map<String, Resource> changing = new LinkedHashMap<>();
        database.read(transaction -> store.listBetween(transaction, type.name(), prefix, end, Integer.MAX_VALUE))
                .forEach(resource -> changing.put(resource.id().key(), resource));
        return changing;
    }

    /// As they are read at the same time, each on a thread of its own; what has vanished meanwhile is left out.
    private List<Resource> all(
            List<AddressedIdentifier> addresses, TypeVersion type, String location, Map<String, Resource> changing) {
        List<AtomicReference<Optional<Resource>>> found = new ArrayList<>();
        List<AtomicReference<Optional<ProblemException>>> refused = new ArrayList<>();
        List<Thread> readers = new ArrayList<>();
        for (AddressedIdentifier address : addresses) {
            AtomicReference<Optional<Resource>> one = new AtomicReference<>(
                    Optional.ofNullable(changing.remove(address.id().key())));
            AtomicReference<Optional<ProblemException>> problem = new AtomicReference<>(Optional.empty());
            found.add(one);
            refused.add(problem);
            if (one.get().isEmpty()) {
                readers.add(Thread.ofVirtual().name("list").start(Activity.carried(() -> {
                    try {
                        one.set(look(type, address, location));
                    } catch (ProblemException failure) {
                        problem.set(Optional.of(failure));
                    }
                })));
            }
        }
        try {
            for (Thread reader : readers) {
                reader.join();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw late("read");
        }
        refused.forEach(problem -> problem.get().ifPresent(failure -> {
            throw failure;
        }));
        return found.stream().flatMap(one -> one.get().stream()).toList();
    }

    // -- calls ----------------------------------------------------------------------------------------------

    private HandlerInvocation invocation(TypeVersion type, String account, String name, String location) {
        return HandlerInvocation.of(
                type,
                new OperationId(ids.get()),
                context -> context.in(account, location).name(name));
    }

    private static ProblemException problem(HandlerResult.NotDone failed, String handler) {
        return failed instanceof HandlerResult.Overran
                ? late(handler)
                : failed(failed.failure().code(), failed.failure().message());
    }

    private static ProblemException late(String handler) {
        return new ProblemException(new Problem.HandlerTooSlow(handler));
    }

    private static ProblemException failed(Code code, String message) {
        return new ProblemException(new Problem.OperationFailed(code, message));
    }
}
