package fairlead.modelled;

import fairlead.handler.Context;
import fairlead.schema.ResourceSchema;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.smithy.aws.traits.tagging.TaggableTrait;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.StructureShape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The tags of a resource that the service keeps beside it: operations that set, remove and list them. Those of the
/// service take the ARN, those of the resource itself ("resource specific tagging operations") its identifiers.
final class TagCalls {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern KEY = Pattern.compile("(tag)?(key|name)", Pattern.CASE_INSENSITIVE);

    private final Lifecycle lifecycle;
    private final Calls calls;
    private final Translation translation;
    private final String property;
    private final boolean own;
    private final OwnArn arn;
    private final Optional<OperationShape> set;
    private final Optional<OperationShape> remove;
    private final Optional<OperationShape> list;

    private TagCalls(Lifecycle lifecycle, Calls calls, ResourceSchema schema, String property) {
        TagOperations operations = TagOperations.of(lifecycle.model(), lifecycle.service(), lifecycle.resource());
        this.lifecycle = lifecycle;
        this.calls = calls;
        this.translation = new Translation(lifecycle.model(), lifecycle.resource());
        this.property = property;
        this.own = lifecycle
                .resource()
                .getTrait(TaggableTrait.class)
                .flatMap(TaggableTrait::getApiConfig)
                .isPresent();
        this.arn = new OwnArn(lifecycle.resource(), schema.document());
        this.set = operations.set();
        this.remove = operations.remove();
        this.list = operations.list();
    }

    /// Empty if the type has no tags.
    static Optional<TagCalls> of(Lifecycle lifecycle, Calls calls, ResourceSchema schema) {
        return Optional.of(schema.document().path("tagging").path("tagProperty").asString(""))
                .filter(pointer -> !pointer.isEmpty())
                .map(pointer ->
                        new TagCalls(lifecycle, calls, schema, pointer.substring(pointer.lastIndexOf('/') + 1)));
    }

    String property() {
        return property;
    }

    /// Whether tags can be changed without another change of the resource.
    boolean changeApart() {
        return set.isPresent();
    }

    /// Adds the tags to properties that lack them, if the service tells them elsewhere.
    void complete(ObjectNode properties, Context context) {
        if (properties.has(property) || list.isEmpty()) {
            return;
        }
        Optional<ObjectNode> input = addressed(list.get(), properties);
        if (input.isEmpty()) {
            return;
        }
        ObjectNode output = calls.output(list.get(), input.get(), context);
        for (MemberShape member : lifecycle.output(list.get()).members()) {
            JsonNode tags = output.path(member.getMemberName());
            if (TagOperations.isTags(member) && !tags.isEmpty()) {
                properties.set(property, translation.property(member, tags));
            }
        }
    }

    /// Makes the tags what they are to be, by what differs.
    ///
    /// @param present the properties as they are, with the ARN or the identifiers
    void change(JsonNode before, JsonNode desired, ObjectNode present, Context context) {
        Map<String, String> was = map(before);
        Map<String, String> wanted = map(desired);
        TreeSet<String> gone = new TreeSet<>(was.keySet());
        gone.removeAll(wanted.keySet());
        wanted.entrySet().removeAll(was.entrySet());
        if (!gone.isEmpty() && remove.isPresent()) {
            addressed(remove.get(), present).ifPresent(input -> {
                keysMember(remove.get()).ifPresent(member -> {
                    ArrayNode keys = input.putArray(member.getMemberName());
                    gone.forEach(keys::add);
                });
                calls.output(remove.get(), input, context);
            });
        }
        if (!wanted.isEmpty() && set.isPresent()) {
            addressed(set.get(), present).ifPresent(input -> {
                lifecycle.input(set.get()).members().stream()
                        .filter(TagOperations::isTags)
                        .findFirst()
                        .ifPresent(member -> input.set(member.getMemberName(), written(member, wanted)));
                calls.output(set.get(), input, context);
            });
        }
    }

    /// The input that says whose tags are meant; empty if that can't be said.
    private Optional<ObjectNode> addressed(OperationShape operation, ObjectNode properties) {
        if (!own) {
            return arn.in(properties).map(known -> byArn(operation, known));
        }
        ObjectNode identifier = properties.deepCopy();
        identifier.retain(lifecycle.identifier());
        return Optional.of(translation.input(lifecycle.input(operation), identifier));
    }

    /// What an operation on tags can't be called without, and nothing gives.
    List<String> unbound() {
        return Stream.of(set, remove, list)
                .flatMap(Optional::stream)
                .filter(_ -> own)
                .flatMap(operation -> lifecycle.unbound(operation).stream()
                        .filter(member -> !isTagged(operation, member))
                        .map(member -> operation.getId().getName() + " needs '" + member + "'"))
                .toList();
    }

    private ObjectNode byArn(OperationShape operation, String arn) {
        ObjectNode input = NODES.objectNode();
        lifecycle.input(operation).members().stream()
                .filter(TagOperations::isAddress)
                .findFirst()
                .ifPresent(member -> input.put(member.getMemberName(), arn));
        return input;
    }

    /// By its name, else the first list.
    private Optional<MemberShape> keysMember(OperationShape operation) {
        Collection<MemberShape> members = lifecycle.input(operation).members();
        return members.stream()
                .filter(TagOperations::isKeys)
                .findFirst()
                .or(() -> members.stream()
                        .filter(member -> lifecycle.model().expectShape(member.getTarget()) instanceof ListShape)
                        .findFirst());
    }

    private boolean isTagged(OperationShape operation, String name) {
        MemberShape member = lifecycle.input(operation).getMember(name).orElseThrow();
        return TagOperations.isTags(member) || TagOperations.isKeys(member);
    }

    /// Tags by key, of a list of pairs or of a map.
    private static Map<String, String> map(JsonNode tags) {
        Map<String, String> map = new LinkedHashMap<>();
        if (tags.isArray()) {
            tags.forEach(tag -> {
                String key = key(tag.propertyNames());
                tag.forEachEntry((name, value) -> {
                    if (!name.equals(key)) {
                        map.put(tag.path(key).asString(""), value.asString(""));
                    }
                });
            });
        } else {
            tags.properties()
                    .forEach(entry -> map.put(entry.getKey(), entry.getValue().asString("")));
        }
        return map;
    }

    /// Which of the two members of a tag is its key.
    private static String key(Collection<String> names) {
        return names.stream()
                .filter(name -> KEY.matcher(name).matches())
                .findFirst()
                .orElseGet(() -> names.stream().findFirst().orElse(""));
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
        String key = key(names);
        String value =
                names.stream().filter(name -> !name.equals(key)).findFirst().orElse(key);
        ArrayNode list = NODES.arrayNode();
        tags.forEach((name, text) -> list.addObject().put(key, name).put(value, text));
        return list;
    }
}
