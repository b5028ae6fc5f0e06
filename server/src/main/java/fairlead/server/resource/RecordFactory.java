package fairlead.server.resource;

import fairlead.schema.TypeName;
import fairlead.server.access.Requester;
import fairlead.server.database.Database;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationRequest;
import fairlead.server.operation.OperationTarget;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.PlacementChecks;
import fairlead.server.resource.change.TagProperty;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.naming.IdentifierAddresses;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.record.SystemData;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds the record of an identified resource, or makes a new one.
public final class RecordFactory {

    private final ResourceStore store;
    private final Types types;
    private final Clock clock;
    private final Supplier<UUID> ids;

    public RecordFactory(Types types, Clock clock, Supplier<UUID> ids) {
        store = new ResourceStore(types.sealing());
        this.types = types;
        this.clock = clock;
        this.ids = ids;
    }

    Types types() {
        return types;
    }

    Instant now() {
        return clock.instant();
    }

    /// The identifier that a caller has chosen; empty if the handler chooses it.
    static Optional<String> chosen(TypeVersion type, ObjectNode desired) {
        boolean settable = type.schema().primaryIdentifier().stream()
                .noneMatch(path -> type.schema().readOnly().contains(path));
        return settable ? type.schema().identifier(desired) : Optional.empty();
    }

    /// The address of a resource of that identifier: its name is the identifier if that can be a name, else an
    /// alias.
    ResourceId place(IdentifiedRequest asked, TypeVersion type, Optional<String> identifier, Database database) {
        if (type.isExtension()) {
            return extending(asked, type, identifier);
        }
        if (type.armType().types().size() > 1) {
            requireNamed(type, identifier);
        }
        if (identifier.isEmpty() || type.namedBy().isEmpty()) {
            return identifier
                    .filter(type::isName)
                    .map(name -> new ResourceId(asked.subscription(), asked.group(), type.armType(), List.of(name)))
                    .orElseGet(() -> alias(asked, type));
        }
        return new IdentifierAddresses(database, store, types)
                .of(
                        new IdentifierAddresses.Target(asked.subscription(), asked.group(), asked.location()),
                        type,
                        type.schema().parseIdentifier(identifier.get()),
                        this::alias)
                .orElseThrow(() -> new ProblemException(PlacementChecks.parentAbsence(
                        type.parent().map(TypeName::toString).orElse("") + " of '" + identifier.get() + "'")));
    }

    private String alias() {
        return "r-" + ids.get();
    }

    /// An address beside one that is taken, of no meaning.
    ResourceId beside(ResourceId taken) {
        return taken.named(alias());
    }

    /// An address of no meaning.
    ResourceId alias(IdentifiedRequest asked, TypeVersion type) {
        List<String> names = Collections.nCopies(type.armType().types().size(), alias());
        return new ResourceId(asked.subscription(), asked.group(), type.armType(), names);
    }

    /// What extends something has its id in its own identifier.
    private static ResourceId extending(IdentifiedRequest asked, TypeVersion type, Optional<String> identifier) {
        ObjectNode model = type.schema().parseIdentifier(identifier.orElse(""));
        String extended =
                type.namedBy().getFirst().value(model).map(JsonNode::asString).orElse("");
        String name =
                type.namedBy().getLast().value(model).map(JsonNode::asString).orElse("");
        try {
            ResourceId id = ResourceId.parse(extended + "/providers/" + type.armType() + "/" + name);
            if (id.subscription().equals(asked.subscription())) {
                return id;
            }
        } catch (IllegalArgumentException malformed) {
            // Answered below, like the id of something in another account.
        }
        throw new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_REQUEST, "'" + extended + "' is not the id of anything in the account."));
    }

    /// A nested resource is below its parent, wherever that is; the identifier says which one that is.
    private static void requireNamed(TypeVersion type, Optional<String> identifier) {
        if (type.namedBy().isEmpty() || identifier.isEmpty()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.UNSUPPORTED_ACTION,
                    "The type " + type.name() + " is nested under "
                            + type.parent().map(TypeName::toString).orElse("another")
                            + ", and its identifier does not say under which one: create it by its address."));
        }
    }

    /// The record of a physical resource that existed before the control plane knew of it.
    Resource adopted(IdentifiedRequest asked, TypeVersion type, ResourceId id, ReadResource seen) {
        ObjectNode properties = type.schema().withoutWriteOnly(seen.properties());
        return new Resource(
                new Resource.Identity(
                        ids.get(), id, type.name(), type.version(), asked.location(), Optional.of(seen.identifier())),
                Resource.Status.found(1),
                Resource.Content.found(TagProperty.adopted(type.schema(), properties), Documents.bytes(properties)),
                SystemData.createdBy(asked.caller().principal(), now()));
    }

    /// An operation that ends where it begins.
    ///
    /// @param subject the resource it is about, if there is one
    NewOperation ended(
            IdentifiedRequest asked,
            OperationKind kind,
            ResourceId id,
            Optional<UUID> subject,
            Optional<String> identifier,
            ClientToken token) {
        Instant now = now();
        return new NewOperation(
                new OperationId(ids.get()),
                kind,
                new OperationTarget(
                        asked.subscription(),
                        asked.location(),
                        subject.orElseGet(ids).toString(),
                        id.toString(),
                        asked.type().name().toString()),
                new OperationRequest(
                        now,
                        now,
                        new byte[0],
                        Optional.of(token),
                        asked.caller().origin(),
                        Requester.text(asked.caller())),
                identifier);
    }
}
