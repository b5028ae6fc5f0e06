package fairlead.modelled;

import fairlead.smithy.convert.PropertyNames;
import fairlead.smithy.service.ServiceNames;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.smithy.aws.traits.tagging.TaggableTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.StructureShape;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How a type has its tags in the service, and not in the control plane alone.
///
/// Few models say by traits what can be tagged. A create that takes tags, and a service that has the three usual
/// operations on the tags of an ARN, say it as well.
final class ServiceTags {

    private final Model model;
    private final ServiceShape service;
    private final ResourceShape resource;
    private final ObjectNode schema;
    private final TagOperations operations;

    private ServiceTags(Model model, ServiceShape service, ResourceShape resource, ObjectNode schema) {
        this.model = model;
        this.service = service;
        this.resource = resource;
        this.schema = schema;
        this.operations = TagOperations.of(model, service, resource);
    }

    /// Says in a schema, as the conversion of a resource makes it, what the service does with tags.
    static void into(ObjectNode schema, Model model, ServiceShape service, ResourceShape resource) {
        ServiceTags tags = new ServiceTags(model, service, resource, schema);
        if (tags.isAddressed()) {
            if (!resource.hasTrait(TaggableTrait.class)) {
                tags.untold().ifPresent(tags::declare);
            }
            tags.changeApart();
        }
    }

    /// Whether the operations can be called: those of the resource take its identifiers, those of the service its ARN.
    private boolean isAddressed() {
        boolean own = resource.getTrait(TaggableTrait.class)
                .flatMap(TaggableTrait::getApiConfig)
                .isPresent();
        return operations.set().isPresent() && (own || new OwnArn(resource, schema).isShown());
    }

    /// The property by which a create takes tags, though no trait says so.
    private Optional<String> untold() {
        return Stream.of(resource.getCreate(), resource.getPut())
                .flatMap(Optional::stream)
                .map(id -> model.expectShape(id, OperationShape.class))
                .map(operation -> model.expectShape(operation.getInputShape(), StructureShape.class))
                .flatMap(input -> input.members().stream())
                .filter(TagOperations::isTags)
                .filter(member -> TagOperations.holdsPairs(model, member))
                .map((MemberShape member) -> PropertyNames.of(resource, member))
                .filter(schema.path("properties")::has)
                .findFirst();
    }

    private void declare(String property) {
        String pointer = "/properties/" + property;
        schema.putObject("tagging")
                .put("taggable", true)
                .put("tagOnCreate", true)
                .put("tagUpdatable", true)
                .put("cloudFormationSystemTags", false)
                .put("tagProperty", pointer);
        if (schema.path("handlers").has("update")) {
            return;
        }
        ArrayNode permissions = schema.withObject("/handlers/update").putArray("permissions");
        String namespace = ServiceNames.of(service).arnNamespace().toLowerCase(Locale.ROOT);
        operations
                .all()
                .forEach(operation ->
                        permissions.add(namespace + ":" + operation.getId().getName()));
        Set<String> fixed = new HashSet<>();
        for (String keyword : Set.of("readOnlyProperties", "createOnlyProperties")) {
            schema.path(keyword).forEach(one -> fixed.add(one.asString("")));
        }
        ArrayNode createOnly = schema.withArray("createOnlyProperties");
        schema.path("properties").propertyNames().stream()
                .map(name -> "/properties/" + name)
                .filter(name -> !fixed.contains(name))
                .forEach(createOnly::add);
    }

    /// Tags that operations of their own change can be changed, though the update does not take them, and are shown, if
    /// one of these operations lists them.
    private void changeApart() {
        String tags = schema.at("/tagging/tagProperty").asString("");
        if (tags.isEmpty()) {
            return;
        }
        remove("createOnlyProperties", tags);
        if (operations.list().isPresent()) {
            remove("writeOnlyProperties", tags);
        }
    }

    private void remove(String keyword, String pointer) {
        if (schema.path(keyword) instanceof ArrayNode pointers) {
            pointers.removeIf(one -> one.asString("").equals(pointer));
            if (pointers.isEmpty()) {
                schema.remove(keyword);
            }
        }
    }
}
