package fairlead.server.registry.stack.content;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.record.StackNode;
import fairlead.stack.document.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a look for drift has found, as it is kept with the stack: JSON with `id`, `status`, `time`, `resources`.
public final class StackDrift {

    private static final String STATUS = "status";
    private static final String TIME = "time";
    private static final String RESOURCES = "resources";
    private static final String ID = "id";

    private StackDrift() {}

    /// A look at a stack.
    ///
    /// @param resources of what was looked at
    public static ObjectNode of(String id, Instant now, List<ObjectNode> resources) {
        ObjectNode drift = Documents.empty();
        boolean drifted = resources.stream().anyMatch(StackDrift::isDrifted);
        drift.put(ID, id).put(TIME, now.toEpochMilli()).put(STATUS, drifted ? "DRIFTED" : "IN_SYNC");
        ObjectNode byKey = drift.putObject(RESOURCES);
        resources.forEach(one -> byKey.set(one.path("key").asString(""), one));
        return drift;
    }

    /// The same with a look at one resource in the place of the one before.
    public static ObjectNode with(Optional<ObjectNode> before, String id, Instant now, ObjectNode resource) {
        List<ObjectNode> all = new ArrayList<>();
        before.ifPresent(drift -> resources(drift).stream()
                .filter(one -> !one.path("key").equals(resource.path("key")))
                .forEach(all::add));
        all.add(resource);
        return of(id, now, all);
    }

    public static String id(ObjectNode drift) {
        return drift.path(ID).asString("");
    }

    public static String status(ObjectNode found) {
        return found.path(STATUS).asString("");
    }

    public static String time(ObjectNode found) {
        return Instant.ofEpochMilli(found.path(TIME).asLong()).toString();
    }

    public static List<ObjectNode> resources(ObjectNode drift) {
        return drift.path(RESOURCES).valueStream().map(ObjectNode.class::cast).toList();
    }

    public static Optional<ObjectNode> of(ObjectNode drift, String key) {
        return drift.path(RESOURCES).get(key) instanceof ObjectNode found ? Optional.of(found) : Optional.empty();
    }

    public static boolean isDrifted(ObjectNode resource) {
        return List.of("MODIFIED", "DELETED").contains(status(resource));
    }

    /// What has become of a resource.
    ///
    /// @param live as its handler reads it now; empty if it is gone
    public static ObjectNode of(
            StackNode node, Optional<ResourceSchema> schema, Optional<ObjectNode> live, Instant now) {
        ObjectNode found = Documents.empty();
        found.put("key", node.key())
                .put("type", node.present().type())
                .put("physical", node.present().physical().orElse(""))
                .put(TIME, now.toEpochMilli());
        ObjectNode expected = comparable(node.present().applied(), schema);
        found.set("expected", expected);
        if (live.isEmpty()) {
            return found.put(STATUS, "DELETED");
        }
        ObjectNode actual = Documents.empty();
        expected.propertyNames().forEach(name -> {
            JsonNode value = live.get().get(name);
            if (value != null) {
                actual.set(name, value);
            }
        });
        found.set("actual", actual);
        ArrayNode differences = found.putArray("differences");
        compare("", expected, actual, differences);
        return found.put(STATUS, differences.isEmpty() ? "IN_SYNC" : "MODIFIED");
    }

    /// What was not looked at: it is no resource that a handler could read.
    public static boolean isReadable(StackNode node) {
        return node.present().kind() == Node.Kind.RESOURCE
                && node.present().physical().isPresent();
    }

    /// What can be read of what was asked for.
    private static ObjectNode comparable(ObjectNode applied, Optional<ResourceSchema> schema) {
        ObjectNode comparable = applied.deepCopy();
        schema.map(ResourceSchema::writeOnly).orElse(List.of()).forEach(path -> {
            PropertyPath writeOnly = path;
            writeOnly.remove(comparable);
        });
        return comparable;
    }

    private static void compare(String path, JsonNode expected, JsonNode actual, ArrayNode differences) {
        if (expected instanceof ObjectNode wanted && actual instanceof ObjectNode found) {
            wanted.forEachEntry((name, value) -> {
                String place = path + "/" + name.replace("~", "~0").replace("/", "~1");
                JsonNode other = found.get(name);
                if (other == null) {
                    differences.add(difference(place, "REMOVE", Optional.of(value), Optional.empty()));
                } else {
                    compare(place, value, other, differences);
                }
            });
        } else if (expected instanceof ArrayNode wanted && actual instanceof ArrayNode found) {
            for (int i = 0; i < Math.max(wanted.size(), found.size()); i++) {
                String place = path + "/" + i;
                if (i >= found.size()) {
                    differences.add(difference(place, "REMOVE", Optional.of(wanted.get(i)), Optional.empty()));
                } else if (i >= wanted.size()) {
                    differences.add(difference(place, "ADD", Optional.empty(), Optional.of(found.get(i))));
                } else {
                    compare(place, wanted.get(i), found.get(i), differences);
                }
            }
        } else if (!isSame(expected, actual)) {
            differences.add(difference(path, "NOT_EQUAL", Optional.of(expected), Optional.of(actual)));
        }
    }

    private static boolean isSame(JsonNode one, JsonNode other) {
        return (one.isNumber() && other.isNumber())
                ? one.decimalValue().compareTo(other.decimalValue()) == 0
                : one.equals(other);
    }

    private static ObjectNode difference(
            String place, String kind, Optional<JsonNode> expected, Optional<JsonNode> actual) {
        ObjectNode difference = Documents.empty().put("path", place).put("kind", kind);
        difference.put("expected", expected.map(StackDrift::text).orElse("null"));
        return difference.put("actual", actual.map(StackDrift::text).orElse("null"));
    }

    private static String text(JsonNode value) {
        return value.isContainer() ? value.toString() : value.asString();
    }
}
