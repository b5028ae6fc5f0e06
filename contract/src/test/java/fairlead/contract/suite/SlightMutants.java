package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.*;

import fairlead.contract.Rule;
import fairlead.handler.Context;
import fairlead.handler.Update;
import java.util.HashSet;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Handlers whose update takes a change of a property for none, because it compares carelessly.
final class SlightMutants {

    private SlightMutants() {}

    /// Whether what was there and what is asked for are taken for the same.
    private interface Same extends BiPredicate<JsonNode, JsonNode> {}

    private static Mutant ignored(String name, Design design, String property, Same same, Rule... rules) {
        return Mutant.of(
                name,
                () -> new Reference(design, 0) {
                    @Override
                    void apply(Resource resource, Update request) {
                        JsonNode before = resource.properties.path(property);
                        super.apply(resource, request);
                        JsonNode asked = resource.properties.path(property);
                        if (!before.isMissingNode() && !asked.isMissingNode() && same.test(before, asked)) {
                            resource.properties.set(property, before.deepCopy());
                        }
                    }
                },
                rules);
    }

    private static boolean hasAll(JsonNode more, JsonNode less) {
        return less.isObject()
                && less.properties().stream()
                        .allMatch(member -> member.getValue().equals(more.path(member.getKey())));
    }

    private static boolean hasItems(JsonNode more, JsonNode less) {
        return new HashSet<>(more.values()).containsAll(less.values());
    }

    private static boolean hasAllInItems(JsonNode more, JsonNode less) {
        return more.size() == less.size()
                && IntStream.range(0, less.size()).allMatch(i -> hasAll(more.get(i), less.get(i)));
    }

    private static final List<Mutant> IGNORED = List.of(
            ignored("a key less of a map is no change", REPORT, "Labels", SlightMutants::hasAll, UPDATE_REPLACES),
            ignored("a member less is no change", REPORT, "Settings", SlightMutants::hasAll, UPDATE_REPLACES),
            ignored("a member less of a place is no change", JOURNAL, "Place", SlightMutants::hasAll, UPDATE_REPLACES),
            ignored(
                    "a member less of an item is no change",
                    REPORT,
                    "Rules",
                    SlightMutants::hasAllInItems,
                    UPDATE_REPLACES),
            ignored(
                    "an item less is no change",
                    REPORT,
                    "Chapters",
                    SlightMutants::hasItems,
                    UPDATE_REPLACES,
                    UPDATE_RETURNS_REQUEST),
            ignored(
                    "a tag less is no change",
                    REPORT,
                    "Tags",
                    SlightMutants::hasItems,
                    UPDATE_REPLACES,
                    UPDATE_RETURNS_REQUEST),
            ignored(
                    "another order is no change",
                    REPORT,
                    "Chapters",
                    (before, asked) -> before.size() == asked.size() && hasItems(before, asked),
                    UPDATE_RETURNS_REQUEST),
            ignored(
                    "another order of steps is no change",
                    JOURNAL,
                    "Steps",
                    (before, asked) -> before.size() == asked.size() && hasItems(before, asked),
                    UPDATE_RETURNS_REQUEST),
            ignored(
                    "an item once more is no change",
                    JOURNAL,
                    "Words",
                    (before, asked) -> before.size() < asked.size() && hasItems(before, asked),
                    UPDATE_RETURNS_REQUEST),
            ignored(
                    "the other case is no change",
                    JOURNAL,
                    "Text",
                    (before, asked) -> before.stringValue().equalsIgnoreCase(asked.stringValue()),
                    UPDATE_RETURNS_REQUEST),
            ignored(
                    "a blank is no change",
                    JOURNAL,
                    "Text",
                    (before, asked) -> before.stringValue()
                            .strip()
                            .equals(asked.stringValue().strip()),
                    UPDATE_RETURNS_REQUEST),
            ignored(
                    "next to nothing is no change",
                    JOURNAL,
                    "Ratio",
                    (before, asked) -> Math.abs(before.doubleValue() - asked.doubleValue()) < 0.001,
                    UPDATE_RETURNS_REQUEST),
            ignored(
                    "one more is no change",
                    JOURNAL,
                    "Count",
                    (before, asked) -> Math.abs(before.doubleValue() - asked.doubleValue()) < 2,
                    UPDATE_RETURNS_REQUEST));

    /// An update that loses what is empty; the create keeps it.
    private static Mutant lost(String name, Predicate<JsonNode> isLost, String property) {
        return Mutant.of(
                name,
                () -> new Reference(JOURNAL, 0) {
                    @Override
                    void apply(Resource resource, Update request) {
                        super.apply(resource, request);
                        JsonNode value = resource.properties.path(property);
                        if (isLost.test(value)) {
                            resource.properties.remove(property);
                        } else if (value instanceof ArrayNode list) {
                            list.removeIf(isLost);
                        } else if (value instanceof ObjectNode object) {
                            object.removeIf(isLost);
                        }
                    }
                },
                UPDATE_RETURNS_REQUEST);
    }

    private static boolean isEmptyText(JsonNode value) {
        return value.isString() && value.stringValue().isEmpty();
    }

    private static final List<Mutant> LOST = List.of(
            lost("an update loses the empty text of a map", SlightMutants::isEmptyText, "Labels"),
            lost("an update loses the empty text of a list", SlightMutants::isEmptyText, "Words"),
            lost("an update loses the empty object", value -> value.isObject() && value.isEmpty(), "Place"),
            lost("an update loses the empty list", value -> value.isArray() && value.isEmpty(), "Steps"));

    private static final List<Mutant> MORE = List.of(
            Mutant.of(
                    "an update of the secret alone loses the note",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        void apply(Resource resource, Update request) {
                            ObjectNode before = design.schema().withoutWriteOnly(resource.properties);
                            boolean alone = !resource.properties.equals(request.desired())
                                    && before.equals(design.schema().withoutWriteOnly(request.desired()));
                            super.apply(resource, request);
                            if (alone) {
                                resource.properties.remove("Note");
                            }
                        }
                    },
                    UPDATE_RETURNS_REQUEST),
            Mutant.of(
                    "a create loses the empty text of a map",
                    () -> new Reference(JOURNAL, 0) {
                        @Override
                        Resource make(ObjectNode desired, Context context) {
                            Resource resource = super.make(desired, context);
                            if (resource.properties.path("Labels") instanceof ObjectNode labels) {
                                labels.removeIf(SlightMutants::isEmptyText);
                            }
                            return resource;
                        }
                    },
                    CREATE_RETURNS_REQUEST));

    static List<Mutant> all() {
        return Stream.of(IGNORED, LOST, MORE).flatMap(List::stream).toList();
    }
}
