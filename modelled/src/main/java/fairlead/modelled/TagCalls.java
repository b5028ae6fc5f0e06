package fairlead.modelled;

import fairlead.handler.Context;
import fairlead.schema.ResourceSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import software.amazon.smithy.aws.traits.tagging.AwsTagIndex;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The tags of a resource that the service keeps beside it: operations that set, remove and list them, by ARN.
final class TagCalls {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Lifecycle lifecycle;
    private final Calls calls;
    private final String property;
    private final Optional<OperationShape> set;
    private final Optional<OperationShape> remove;
    private final Optional<OperationShape> list;

    private TagCalls(Lifecycle lifecycle, Calls calls, String property) {
        AwsTagIndex index = AwsTagIndex.of(lifecycle.model());
        ShapeId resource = lifecycle.resource().getId();
        this.lifecycle = lifecycle;
        this.calls = calls;
        this.property = property;
        this.set = operation(index.getTagResourceOperation(resource));
        this.remove = operation(index.getUntagResourceOperation(resource));
        this.list = operation(index.getListTagsForResourceOperation(resource));
    }

    /// Empty if the type has no tags.
    static Optional<TagCalls> of(Lifecycle lifecycle, Calls calls, ResourceSchema schema) {
        return Optional.of(schema.document().path("tagging").path("tagProperty").asString(""))
                .filter(pointer -> !pointer.isEmpty())
                .map(pointer -> new TagCalls(lifecycle, calls, pointer.substring(pointer.lastIndexOf('/') + 1)));
    }

    private Optional<OperationShape> operation(Optional<ShapeId> id) {
        return id.map(known -> lifecycle.model().expectShape(known, OperationShape.class));
    }

    String property() {
        return property;
    }

    /// Adds the tags to properties that lack them, if the service tells them elsewhere.
    void complete(ObjectNode properties, Context context) {
        Optional<String> arn = arn(properties);
        if (properties.has(property) || list.isEmpty() || arn.isEmpty()) {
            return;
        }
        ObjectNode output = calls.output(list.get(), byArn(list.get(), arn.get()), context);
        for (MemberShape member : lifecycle.output(list.get()).members()) {
            JsonNode tags = output.path(member.getMemberName());
            if (isTags(member) && !tags.isEmpty()) {
                properties.set(
                        property, new Translation(lifecycle.model(), lifecycle.resource()).property(member, tags));
            }
        }
    }

    /// Makes the tags what they are to be, by what differs.
    ///
    /// @param present the properties as they are, with the ARN
    void change(JsonNode before, JsonNode desired, ObjectNode present, Context context) {
        Map<String, String> was = map(before);
        Map<String, String> wanted = map(desired);
        Optional<String> arn = arn(present);
        if (was.equals(wanted) || arn.isEmpty()) {
            return;
        }
        TreeSet<String> gone = new TreeSet<>(was.keySet());
        gone.removeAll(wanted.keySet());
        wanted.entrySet().removeAll(was.entrySet());
        if (!gone.isEmpty() && remove.isPresent()) {
            ObjectNode input = byArn(remove.get(), arn.get());
            listMember(remove.get()).ifPresent(member -> {
                ArrayNode keys = input.putArray(member.getMemberName());
                gone.forEach(keys::add);
            });
            calls.output(remove.get(), input, context);
        }
        if (!wanted.isEmpty() && set.isPresent()) {
            ObjectNode input = byArn(set.get(), arn.get());
            lifecycle.input(set.get()).members().stream()
                    .filter(TagCalls::isTags)
                    .findFirst()
                    .ifPresent(member -> input.set(member.getMemberName(), written(member, wanted)));
            calls.output(set.get(), input, context);
        }
    }

    /// The one read-only text that is called an ARN.
    private Optional<String> arn(ObjectNode properties) {
        String name = lifecycle.resource().getId().getName();
        return List.of("Arn", "ARN", name + "Arn", name + "ARN", "ResourceArn").stream()
                .flatMap(known -> properties.path(known).stringValueOpt().stream())
                .findFirst();
    }

    private ObjectNode byArn(OperationShape operation, String arn) {
        ObjectNode input = NODES.objectNode();
        lifecycle.input(operation).members().stream()
                .filter(member -> member.getMemberName().matches("(?i)(resource)?(arn|id)?"))
                .findFirst()
                .ifPresent(member -> input.put(member.getMemberName(), arn));
        return input;
    }

    private Optional<MemberShape> listMember(OperationShape operation) {
        return lifecycle.input(operation).members().stream()
                .filter(member -> lifecycle.model().expectShape(member.getTarget()) instanceof ListShape)
                .findFirst();
    }

    private static boolean isTags(MemberShape member) {
        return member.getMemberName().matches("[Tt]ag(s|[Ll]ist)|[Tt]ags?Map");
    }

    /// Tags by key, of a list of pairs or of a map.
    private static Map<String, String> map(JsonNode tags) {
        Map<String, String> map = new LinkedHashMap<>();
        if (tags.isArray()) {
            tags.forEach(tag ->
                    map.put(tag.path("Key").asString(""), tag.path("Value").asString("")));
        } else {
            tags.properties()
                    .forEach(entry -> map.put(entry.getKey(), entry.getValue().asString("")));
        }
        return map;
    }

    private JsonNode written(MemberShape member, Map<String, String> tags) {
        Shape target = lifecycle.model().expectShape(member.getTarget());
        if (!(target instanceof ListShape pairs)) {
            ObjectNode map = NODES.objectNode();
            tags.forEach(map::put);
            return map;
        }
        List<String> names = List.copyOf(lifecycle
                .model()
                .expectShape(pairs.getMember().getTarget(), StructureShape.class)
                .getMemberNames());
        String key = names.stream()
                .filter(name -> name.matches("(?i)key|name|tagkey"))
                .findFirst()
                .orElse(names.getFirst());
        String value =
                names.stream().filter(name -> !name.equals(key)).findFirst().orElse(key);
        ArrayNode list = NODES.arrayNode();
        tags.forEach((name, text) -> list.addObject().put(key, name).put(value, text));
        return list;
    }
}
