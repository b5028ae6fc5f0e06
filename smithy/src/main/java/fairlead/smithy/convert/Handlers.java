package fairlead.smithy.convert;

import fairlead.smithy.service.ServiceNames;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.smithy.aws.iam.traits.IamActionTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.model.traits.NoReplaceTrait;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The handlers of a resource, with what each needs to be allowed to do.
final class Handlers {

    private final Model model;
    private final String namespace;

    Handlers(Model model, ServiceShape service) {
        this.model = model;
        this.namespace = ServiceNames.of(service).arnNamespace().toLowerCase(Locale.ROOT);
    }

    /// The `handlers` of the schema; a lifecycle that no operation serves has none.
    ObjectNode of(ResourceShape resource) {
        Optional<ShapeId> replace = resource.getPut().filter(_ -> !resource.hasTrait(NoReplaceTrait.class));
        ObjectNode handlers = JsonNodeFactory.instance.objectNode();
        handler(handlers, "create", Stream.of(resource.getCreate(), resource.getPut()));
        handler(handlers, "read", Stream.of(resource.getRead()));
        handler(handlers, "update", Stream.of(resource.getUpdate(), replace));
        handler(handlers, "delete", Stream.of(resource.getDelete()));
        handler(handlers, "list", Stream.of(resource.getList()));
        if (handlers.get("list") instanceof ObjectNode list) {
            listSchema(resource).ifPresent(schema -> list.set("handlerSchema", schema));
        }
        return handlers;
    }

    private void handler(ObjectNode handlers, String kind, Stream<Optional<ShapeId>> operations) {
        List<ShapeId> serving = operations.flatMap(Optional::stream).toList();
        if (!serving.isEmpty()) {
            ArrayNode permissions = handlers.putObject(kind).putArray("permissions");
            permissions(serving).forEach(permissions::add);
        }
    }

    /// What a caller of these operations has to be allowed.
    Set<String> permissions(List<ShapeId> operations) {
        Set<String> permissions = new LinkedHashSet<>();
        for (ShapeId id : operations) {
            permissions.add(namespace + ":" + id.getName());
            permissions.addAll(IamActionTrait.resolveRequiredActions(model.expectShape(id, OperationShape.class)));
        }
        return permissions;
    }

    /// What a list has to be told: the identifiers of the parent, without which the operation can't be called.
    private Optional<ObjectNode> listSchema(ResourceShape resource) {
        StructureShape input = model.expectShape(
                model.expectShape(resource.getList().orElseThrow(), OperationShape.class)
                        .getInputShape(),
                StructureShape.class);
        List<String> needed = input.members().stream()
                .filter(MemberShape::isRequired)
                .map(MemberShape::getMemberName)
                .filter(resource.getIdentifiers()::containsKey)
                .map(Naming::capital)
                .toList();
        if (needed.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        for (String name : needed) {
            properties.putObject(name).put("$ref", "resource-schema.json#/properties/" + name);
            required.add(name);
        }
        return Optional.of(schema);
    }
}
