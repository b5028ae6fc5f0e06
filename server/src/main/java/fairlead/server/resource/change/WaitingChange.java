package fairlead.server.resource.change;

import fairlead.schema.TypeName;
import fairlead.server.access.Caller;
import fairlead.server.operation.Operation;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A change that waits for its approval, as it is kept: all that is asked of the resource, so that it goes on without
/// the request.
public final class WaitingChange {

    private final ObjectNode json;

    private WaitingChange(ObjectNode json) {
        this.json = json;
    }

    /// A PUT or PATCH whose desired state is known; empty if it can't wait: it was not sent by a client.
    ///
    /// @param location of the resource
    public static Optional<byte[]> of(Put request, DesiredState desired, String location, ObjectNode sku) {
        if (!isOfClient(request.caller()) || !request.type().recorded()) {
            return Optional.empty();
        }
        ObjectNode json = of(request.id(), request.type());
        json.put("location", location);
        json.set("tags", request.tags());
        json.set("properties", desired.whole());
        json.set("sku", sku);
        json.put("replace", request.replace().name());
        json.put("unnamed", request.terms().unnamed());
        ArrayNode nested = json.putArray("nested");
        for (Put child : request.nested()) {
            nested.add(of(child.id(), child.type()).set("properties", child.properties()));
        }
        return Optional.of(Documents.bytes(json));
    }

    /// A deletion.
    public static Optional<byte[]> of(Delete request, ResourceId id) {
        return isOfClient(request.caller()) ? Optional.of(Documents.bytes(of(id, request.type()))) : Optional.empty();
    }

    /// A handler that asks for a change, or an operation that does, has no day to wait.
    private static boolean isOfClient(Caller caller) {
        return !caller.context().door().isEmpty();
    }

    private static ObjectNode of(ResourceId id, TypeVersion type) {
        return Documents.empty()
                .put("id", id.toString())
                .put("type", type.name().toString())
                .put("version", type.version());
    }

    /// What was kept.
    public static WaitingChange decode(byte[] bytes) {
        return new WaitingChange(Documents.object(bytes));
    }

    public ResourceId id() {
        return ResourceId.parse(json.path("id").asString(""));
    }

    /// The type that it was asked for of.
    public TypeVersion type(BiFunction<TypeName, Integer, TypeVersion> types) {
        return type(json, types);
    }

    private static TypeVersion type(JsonNode of, BiFunction<TypeName, Integer, TypeVersion> types) {
        return types.apply(
                TypeName.parse(of.path("type").asString("")), of.path("version").asInt());
    }

    /// What it brings along.
    public List<Put> nested(Caller caller, BiFunction<TypeName, Integer, TypeVersion> types) {
        return json.path("nested")
                .valueStream()
                .map(child -> NestedPuts.put(
                        caller,
                        ResourceId.parse(child.path("id").asString("")),
                        type(child, types),
                        child.path("properties") instanceof ObjectNode given ? given : Documents.empty()))
                .toList();
    }

    /// On which terms it goes on.
    ///
    /// @param hash of the plan that was approved
    private ChangeTerms terms(Operation operation, String hash) {
        ReplacePolicy replace = Arrays.stream(ReplacePolicy.values())
                .filter(policy -> policy.name().equals(json.path("replace").asString("")))
                .findFirst()
                .orElse(ReplacePolicy.NEVER);
        boolean unnamed = json.path("unnamed").asBoolean(false);
        return (unnamed ? ChangeTerms.NONE.unnamedOnes() : ChangeTerms.NONE)
                .replacing(replace)
                .as(Optional.of(hash))
                .goingOn(new ChangeTerms.Begun(operation.id(), UUID.fromString(operation.subject())));
    }

    /// The PUT that goes on.
    ///
    /// @param nested what it brings along
    public Put put(Caller caller, TypeVersion type, List<Put> nested, Operation operation, String hash) {
        ObjectNode sku = json.withObject("/sku");
        Put.Body body = new Put.Body(
                Optional.of(json.path("location").asString("")),
                json.withObject("/tags"),
                json.withObject("/properties"),
                Optional.empty(),
                sku.isEmpty() ? Optional.empty() : Optional.of(sku));
        return new Put(caller, id(), type, body, terms(operation, hash), nested);
    }

    /// The deletion that goes on.
    public Delete delete(Caller caller, TypeVersion type, Operation operation, String hash) {
        return new Delete(caller, id(), type, terms(operation, hash));
    }
}
