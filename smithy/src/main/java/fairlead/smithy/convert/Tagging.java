package fairlead.smithy.convert;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.smithy.aws.traits.tagging.AwsTagIndex;
import software.amazon.smithy.aws.traits.tagging.TaggableTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// How a resource is tagged: `aws.api#taggable`, by its own operations or by those of the service.
final class Tagging {

    private final Model model;
    private final AwsTagIndex index;
    private final Handlers handlers;

    Tagging(Model model, Handlers handlers) {
        this.model = model;
        this.index = AwsTagIndex.of(model);
        this.handlers = handlers;
    }

    /// The `tagging` of the schema. The property of the tags joins the others if no lifecycle operation shows it.
    ObjectNode of(ResourceShape resource, Properties properties) {
        Optional<TaggableTrait> trait = resource.getTrait(TaggableTrait.class);
        ObjectNode tagging = JsonNodeFactory.instance.objectNode().put("taggable", trait.isPresent());
        if (trait.isEmpty()) {
            return tagging;
        }
        String property = Naming.capital(trait.get().getProperty().orElse("Tags"));
        if (!properties.has(property)) {
            tags(resource, trait.get()).ifPresent(member -> properties.add(property, member));
        }
        List<ShapeId> operations = operations(resource);
        tagging.put("tagOnCreate", index.isResourceTagOnCreate(resource))
                .put("tagUpdatable", isUpdatable(resource, operations))
                .put("cloudFormationSystemTags", !trait.get().getDisableSystemTags());
        if (properties.has(property)) {
            tagging.put("tagProperty", "/properties/" + property);
        }
        if (!operations.isEmpty()) {
            ArrayNode permissions = tagging.putArray("permissions");
            handlers.permissions(operations).forEach(permissions::add);
        }
        return tagging;
    }

    /// Tags change by an update, whichever operation that calls: a resource without one keeps its tags.
    private boolean isUpdatable(ResourceShape resource, List<ShapeId> operations) {
        boolean changes = resource.getUpdate().isPresent() || resource.getPut().isPresent();
        return changes && (!operations.isEmpty() || index.isResourceTagOnUpdate(resource));
    }

    private List<ShapeId> operations(ResourceShape resource) {
        return Stream.of(
                        index.getTagResourceOperation(resource),
                        index.getUntagResourceOperation(resource),
                        index.getListTagsForResourceOperation(resource))
                .flatMap(Optional::stream)
                .toList();
    }

    /// Where tags are described: as a property of the resource, else in the input of the operation that sets them.
    private Optional<Shape> tags(ResourceShape resource, TaggableTrait trait) {
        Optional<ShapeId> declared = trait.getProperty().map(resource.getProperties()::get);
        if (declared.isPresent()) {
            return declared.map(model::expectShape);
        }
        return index.getTagResourceOperation(resource)
                .map(id -> model.expectShape(id, OperationShape.class))
                .map(operation -> model.expectShape(operation.getInputShape(), StructureShape.class))
                .flatMap(input ->
                        input.members().stream().filter(Tagging::holdsTags).findFirst());
    }

    private static boolean holdsTags(MemberShape member) {
        return member.getMemberName().matches("[Tt]ag(s|[Ll]ist)|[Tt]ags?Map");
    }
}
