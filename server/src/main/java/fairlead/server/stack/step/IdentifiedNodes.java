package fairlead.server.stack.step;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.server.access.Caller;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.IdentifiedRequest;
import fairlead.server.resource.IdentifiedResources;
import fairlead.server.resource.PlacedResources;
import fairlead.server.resource.StateChange;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.naming.AddressNames;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.stack.record.Ownership;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Expression.Part;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Changes resources by their primary identifiers, in the place of the stack.
///
/// @param owners says which stack of a template has a resource
/// @param ownership says whether a deployment stack has one
public record IdentifiedNodes(
        IdentifiedResources resources,
        Operations operations,
        AccountTypes types,
        Owners owners,
        Ownership ownership,
        Caller caller,
        StackPlace place)
        implements NodeVerbs {

    /// Says which stack has a resource.
    public interface Owners {

        /// By what a stack is called that has a resource; empty if none has.
        Optional<String> of(StackPlace place, String type, String physical);

        /// Whether it is another stack than the one whose nodes these are that has a resource.
        boolean isAnothers(StackPlace place, String type, String physical);
    }

    private static final String DIGEST = "stack";

    @Override
    public Optional<Operation> begun(Call call, Subject subject) {
        return operations.replay(place.subscription(), place.location(), call.token());
    }

    @Override
    public Operation create(Call call, ObjectNode desired) {
        IdentifiedRequest asked = request(call.type());
        if (call.address().isEmpty()) {
            schema(asked)
                    .identifier(desired)
                    .map(identifier ->
                            Ownership.identity(place.subscription(), place.location(), call.type(), identifier))
                    .ifPresent(ownership::requireFree);
            return resources.create(asked, desired, token(call));
        }
        ownership.requireFreeAddress(call.address().get());
        PlacedResources.Desired wanted = new PlacedResources.Desired(
                BesideProperties.properties(desired), BesideProperties.tags(desired), BesideProperties.sku(desired));
        return resources.placed().create(asked, ResourceId.parse(call.address().get()), wanted, token(call));
    }

    @Override
    public Operation update(Call call, Subject present, ObjectNode desired, boolean replacing) {
        IdentifiedRequest asked = request(call.type());
        ResourceSchema schema = schema(asked);
        if (isAnothers(present)) {
            throw anothers(present);
        }
        StateChange change = now -> changed(schema, present.applied(), desired, now);
        return resources.update(
                asked,
                identifier(asked, present),
                change,
                token(call),
                replacing ? replacing(call, asked) : ReplacePolicy.NEVER);
    }

    /// What has an address and is named by it leaves the name before another gets it.
    private static ReplacePolicy replacing(Call call, IdentifiedRequest asked) {
        boolean named =
                call.address().isPresent() && !asked.type().current().namedBy().isEmpty();
        return named ? ReplacePolicy.DELETE_THEN_CREATE : ReplacePolicy.AS_DECLARED;
    }

    /// What the template had and has no longer goes; what it never had stays as it is.
    private static StateChange.Changed changed(
            ResourceSchema schema, ObjectNode before, ObjectNode desired, ObjectNode now) {
        ObjectNode next = now.deepCopy();
        Set<String> gone = new HashSet<>(before.propertyNames());
        gone.removeAll(desired.propertyNames());
        next.remove(gone);
        next.setAll(BesideProperties.properties(desired));
        List<PropertyPath> removed = schema.writeOnly().stream()
                .filter(path -> gone.contains(path.name()))
                .toList();
        return new StateChange.Changed(
                next, removed, tags -> BesideProperties.tags(before, desired, tags), BesideProperties.sku(desired));
    }

    @Override
    public Optional<Operation> delete(Call call, Subject present, boolean undoes) {
        if (isAnothers(present)) {
            return Optional.empty();
        }
        IdentifiedRequest asked = request(call.type());
        return Optional.of(resources.delete(asked, identifier(asked, present), token(call)));
    }

    /// What others have deleted, and another stack has made again since, is that one's.
    private boolean isAnothers(Subject present) {
        return present.physical()
                .filter(physical -> owners.isAnothers(place, present.type(), physical))
                .isPresent();
    }

    private ProblemException anothers(Subject present) {
        String physical = present.physical().orElse("");
        return new ProblemException(new Problem.Conflict(
                ProblemCode.RESOURCE_MANAGED_BY_ANOTHER_STACK,
                "The resource '" + physical + "' was deleted by others and made again by the stack "
                        + owners.of(place, present.type(), physical).orElse("") + ", to which it belongs now."));
    }

    @Override
    public Optional<String> importRefusal(Subject subject) {
        String physical = subject.physical().orElseThrow(() -> new IllegalStateException("nothing is named"));
        Optional<String> owner = owners.of(place, subject.type(), physical);
        if (owner.isPresent()) {
            return Optional.of(physical + " already exists in stack " + owner.get());
        }
        try {
            ownership.requireFree(Ownership.identity(place.subscription(), place.location(), subject.type(), physical));
        } catch (ProblemException owned) {
            return Optional.of(owned.problem().message());
        }
        return read(subject).isPresent()
                ? Optional.empty()
                : Optional.of(
                        "Resource of type '" + subject.type() + "' with identifier '" + physical + "' was not found.");
    }

    @Override
    public Optional<There> there(Call call, boolean claims, ObjectNode known, ObjectNode desired) {
        if (call.address().isEmpty()) {
            return Optional.empty();
        }
        ResourceId id = ResourceId.parse(call.address().get());
        PlacedResources placed = resources.placed();
        if (claims) {
            ownership.requireFreeAddress(id.toString());
        }
        Optional<Resource> found = claims ? placed.claim(caller, id) : placed.find(caller, id);
        return found.flatMap(resource -> resource.identifier()
                .map(identifier -> new There(
                        identifier, new FoundState(schema(request(call.type())), resource).asked(known, desired))));
    }

    @Override
    public Optional<String> chosen(Call call, ObjectNode desired) {
        TypeVersion type = request(call.type()).type().current();
        return call.address()
                .filter(_ -> !type.namedBy().isEmpty())
                .map(ResourceId::parse)
                .map(id -> AddressNames.completed(type, id, BesideProperties.properties(desired)))
                .flatMap(type.schema()::identifier);
    }

    @Override
    public Optional<ObjectNode> read(Subject subject) {
        IdentifiedRequest asked = request(subject.type());
        try {
            return Optional.of(
                    resources.get(asked, identifier(asked, subject), false).properties());
        } catch (ProblemException absent) {
            if (absent.problem() instanceof Problem.NotFound) {
                return Optional.empty();
            }
            throw absent;
        }
    }

    @Override
    public Optional<Evaluated.Known> value(Subject subject, Part part) {
        return found(subject, part).map(value -> new Evaluated.Known(value, false));
    }

    private Optional<JsonNode> found(Subject subject, Part part) {
        return switch (part) {
            case Part.Identifier() -> subject.physical().map(StringNode::valueOf);
            case Part.Property(var path) -> {
                IdentifiedRequest asked = request(subject.type());
                ObjectNode identifier = identifier(asked, subject);
                JsonNode found = resources
                        .known(asked, identifier)
                        .orElseGet(() -> resources.get(asked, identifier, false).properties());
                for (String step : path) {
                    found = found.path(step);
                }
                yield found.isMissingNode() || found.isNull() ? Optional.empty() : Optional.of(found);
            }
            case Part.Whole(), Part.Action _ ->
                throw new IllegalArgumentException(part + " is nothing of a resource that has an identifier alone");
        };
    }

    @Override
    public void cancel(OperationId operation) {
        boolean _ = operations.cancel(operation);
    }

    private static ClientToken token(Call call) {
        return new ClientToken(call.token(), DIGEST);
    }

    private static ObjectNode identifier(IdentifiedRequest asked, Subject subject) {
        String physical = subject.physical().orElseThrow(() -> new IllegalStateException("nothing is there"));
        return schema(asked).parseIdentifier(physical);
    }

    private static ResourceSchema schema(IdentifiedRequest asked) {
        return asked.type().current().schema();
    }

    private IdentifiedRequest request(String type) {
        RegisteredType found = types.of(place.subscription())
                .find(TypeName.parse(type))
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.TYPE_NOT_FOUND_EXCEPTION, "The type '" + type + "' is not registered any more.")));
        return new IdentifiedRequest(
                caller, place.subscription(), place.group(), place.location(), found, Optional.empty());
    }
}
