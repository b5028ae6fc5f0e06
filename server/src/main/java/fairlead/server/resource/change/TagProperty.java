package fairlead.server.resource.change;

import fairlead.handler.Client;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.Tagging;
import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Place;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The property in which a type keeps its tags (`tagging.tagProperty`). The tags beside the properties, as ARM
/// has them, and those among the properties, as the schema has them, are the same tags. Whichever of them a
/// caller changes, both change, and the handler is called with the change.
///
/// @param keyName the member of an item that holds a tag's key; empty where the tags are a map
public record TagProperty(PropertyPath path, Tagging tagging, Optional<String> keyName, String valueName) {

    private static final List<String> KEY_NAMES = List.of("Key", "key", "TagKey", "Name");
    private static final List<String> VALUE_NAMES = List.of("Value", "value", "TagValue");
    private static final String SYSTEM = "aws:";
    private static final String BESIDE = "/tags";

    /// The type's; empty if it has none, or keeps its tags in a form that is not known here.
    public static Optional<TagProperty> of(ResourceSchema schema) {
        Tagging tagging = schema.tagging();
        return tagging.property()
                .filter(path -> !path.hasWildcard())
                .flatMap(path -> place(schema, path).flatMap(place -> of(path, tagging, place)));
    }

    private static Optional<Place> place(ResourceSchema schema, PropertyPath path) {
        Optional<Place> place = Optional.of(schema.root());
        for (String step : path.steps()) {
            place = place.flatMap(outer -> outer.property(step));
        }
        return place;
    }

    private static Optional<TagProperty> of(PropertyPath path, Tagging tagging, Place place) {
        if (!JsonType.ARRAY.in(place.types())) {
            return Optional.of(new TagProperty(path, tagging, Optional.empty(), ""));
        }
        Optional<Place> item = place.item();
        Optional<String> key = item.flatMap(tag -> member(tag, KEY_NAMES));
        Optional<String> value = item.flatMap(tag -> member(tag, VALUE_NAMES));
        return key.isPresent() && value.isPresent()
                ? Optional.of(new TagProperty(path, tagging, key, value.get()))
                : Optional.empty();
    }

    private static Optional<String> member(Place item, List<String> names) {
        return names.stream().filter(name -> item.property(name).isPresent()).findFirst();
    }

    /// The tags among the properties, as ARM writes tags.
    public ObjectNode texts(ObjectNode properties) {
        ObjectNode texts = Documents.empty();
        JsonNode tags = path.value(properties).orElseGet(Documents::empty);
        if (keyName.isPresent()) {
            for (JsonNode tag : tags) {
                texts.put(
                        tag.path(keyName.get()).asString(""),
                        tag.path(valueName).asString(""));
            }
        } else {
            tags.forEachEntry((key, value) -> texts.put(key, value.asString("")));
        }
        return texts;
    }

    /// As [#texts] of stored properties, if the type keeps its tags in a property.
    ///
    /// @param present the tags as they are stored
    public static Optional<byte[]> texts(ResourceSchema schema, ObjectNode properties, byte[] present) {
        return of(schema)
                .filter(_ -> present.length > 0)
                .map(property -> Documents.bytes(withOwner(property.texts(properties), Documents.object(present))));
    }

    /// The tags of a record that is made of a physical resource which existed before.
    public static byte[] adopted(ResourceSchema schema, ObjectNode properties) {
        return Documents.bytes(
                of(schema).map(property -> property.texts(properties)).orElseGet(Documents::empty));
    }

    /// The properties with these tags among them. A tag that was there already keeps its place.
    private ObjectNode with(ObjectNode properties, ObjectNode tags, ObjectNode before) {
        ObjectNode changed = properties.deepCopy();
        if (tags.isEmpty()) {
            path.remove(changed);
        } else {
            path.set(changed, keyName.map(key -> list(key, tags, before)).orElse(tags));
        }
        return changed;
    }

    private JsonNode list(String key, ObjectNode tags, ObjectNode before) {
        ArrayNode list = tags.arrayNode();
        ObjectNode left = tags.deepCopy();
        for (JsonNode tag : path.value(before).orElseGet(tags::arrayNode)) {
            String name = tag.path(key).asString("");
            if (left.has(name) && tag instanceof ObjectNode present) {
                list.add(present.deepCopy().put(valueName, left.path(name).asString("")));
                left.remove(name);
            }
        }
        left.forEachEntry((name, value) -> list.addObject().put(key, name).put(valueName, value.asString("")));
        return list;
    }

    // -- what callers ask for -------------------------------------------------------------------------------

    /// The request with the same tags beside and among its properties.
    public static Put toCreate(Put request) {
        Optional<TagProperty> property = of(request.type().schema());
        return property.map(tags -> tags.unified(request, Documents.empty(), Documents.empty(), true))
                .orElse(request);
    }

    /// As [#toCreate], of something that is there: where the two differ, the one counts that the caller has
    /// changed.
    public static Put toChange(Put request, ObjectNode presentTags, ObjectNode presentProperties) {
        Optional<TagProperty> property = of(request.type().schema());
        return property.map(tags -> tags.unified(request, presentTags, presentProperties, false))
                .orElse(request);
    }

    /// The request with other tags and properties. Where these are the same tags, what differs from the request counts.
    ///
    /// @param before the properties that are there; a tag keeps its place among them
    public static Put unify(Put request, ObjectNode tags, ObjectNode properties, ObjectNode before) {
        ResourceSchema schema = request.type().schema();
        Optional<TagProperty> property = of(schema);
        if (property.isEmpty()) {
            return request.withTags(tags, properties);
        }
        ObjectNode among = property.get().texts(properties);
        if (tags.equals(request.tags()) && !among.equals(withoutOwner(tags))) {
            return request.withTags(withOwner(among, tags), properties);
        }
        return request.withTags(tags, property.get().with(properties, withoutOwner(tags), before));
    }

    /// What is asked for by a PATCH of the tags alone.
    public static ObjectNode withoutTags(ResourceSchema schema, ObjectNode properties) {
        ObjectNode without = properties.deepCopy();
        of(schema).ifPresent(property -> property.path.remove(without));
        return without;
    }

    /// The tags beside the properties of a body: those that it gives, be it none. A body that gives no tags there
    /// does not mean that there should be none, but what is among the properties.
    public static ObjectNode beside(ResourceSchema schema, Optional<ObjectNode> given, ObjectNode properties) {
        return given.or(() -> of(schema).map(property -> property.texts(properties)))
                .orElseGet(Documents::empty);
    }

    private Put unified(Put request, ObjectNode presentTags, ObjectNode presentProperties, boolean create) {
        ObjectNode present = withoutOwner(presentTags);
        ObjectNode beside = withoutOwner(request.tags());
        ObjectNode among = texts(request.properties());
        boolean givenAmong = path.value(request.properties()).isPresent();
        if (beside.equals(among)) {
            requireAllowed(among, present, create, givenAmong ? path.toString() : BESIDE);
            return request;
        }
        boolean besideCounts = !givenAmong || among.equals(present);
        boolean amongCounts = beside.equals(present);
        if (!besideCounts && !amongCounts) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "tags.differ",
                    "the tags and the property " + path + " are the same tags; expected them to be equal, or one of"
                            + " them to be left out",
                    BESIDE));
        }
        ObjectNode tags = besideCounts ? beside : among;
        requireAllowed(tags, present, create, besideCounts ? BESIDE : path.toString());
        return request.withTags(
                withOwner(tags, request.tags()),
                besideCounts ? with(request.properties(), tags, presentProperties) : request.properties());
    }

    /// On whose behalf a resource was made is said beside its properties alone.
    private static ObjectNode withoutOwner(ObjectNode tags) {
        ObjectNode others = tags.deepCopy();
        others.remove(Client.CREATED_FOR);
        return others;
    }

    private static ObjectNode withOwner(ObjectNode tags, ObjectNode from) {
        return from.has(Client.CREATED_FOR)
                ? tags.deepCopy()
                        .put(Client.CREATED_FOR, from.path(Client.CREATED_FOR).asString(""))
                : tags;
    }

    /// @param written where the caller has written the tags
    private void requireAllowed(ObjectNode tags, ObjectNode present, boolean create, String written) {
        for (Map.Entry<String, JsonNode> tag : tags.properties()) {
            boolean system = tag.getKey().regionMatches(true, 0, SYSTEM, 0, SYSTEM.length());
            if (system && !tag.getValue().equals(present.get(tag.getKey()))) {
                throw new ProblemException(Problem.InvalidBody.of(
                        "tags.key-reserved", "keys that begin with " + SYSTEM + " are reserved", written));
            }
        }
        boolean changed = !tags.equals(present);
        List<Detail> tooMany = TagRules.checkCount(tags, written);
        if (changed && !tooMany.isEmpty() && tags.size() > present.size()) {
            throw new ProblemException(new Problem.InvalidBody(tooMany));
        }
        if (changed && create && !tagging.onCreate()) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "tags.not-on-create",
                    "resources of this type can't be tagged when they are created; tag them afterwards",
                    written));
        }
        if (changed && !create && !tagging.updatable()) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.PROPERTY_CHANGE_NOT_ALLOWED,
                    "The tags of resources of this type can't be changed.",
                    List.of(new Detail("tags.not-updatable", "the tags of this type can't be changed", written))));
        }
    }
}
