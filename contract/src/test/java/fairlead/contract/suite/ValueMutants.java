package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.*;

import fairlead.handler.Context;
import fairlead.handler.Update;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Handlers that lose values of one kind, in resources, answers and all.
final class ValueMutants {

    private ValueMutants() {}

    /// What is kept is spoiled when it comes by a create, by an update, or by both.
    private static Reference keeping(boolean onCreate, boolean onUpdate, Consumer<ObjectNode> spoil) {
        return new Reference(JOURNAL, 0) {
            @Override
            Resource make(ObjectNode desired, Context context) {
                Resource resource = super.make(desired, context);
                if (onCreate) {
                    spoil.accept(resource.properties);
                }
                return resource;
            }

            @Override
            void apply(Resource resource, Update request) {
                super.apply(resource, request);
                if (onUpdate) {
                    spoil.accept(resource.properties);
                }
            }
        };
    }

    private static Stream<Mutant> lost(String what, Consumer<ObjectNode> spoil) {
        return Stream.of(
                Mutant.of(
                        what,
                        () -> keeping(true, true, spoil),
                        CREATE_RETURNS_REQUEST,
                        UPDATE_RETURNS_REQUEST,
                        UPDATE_REPLACES),
                Mutant.of(what + " by a create", () -> keeping(true, false, spoil), CREATE_RETURNS_REQUEST),
                Mutant.of(
                        what + " by an update",
                        () -> keeping(false, true, spoil),
                        UPDATE_RETURNS_REQUEST,
                        UPDATE_REPLACES));
    }

    private static Stream<Mutant> text(String what, UnaryOperator<String> other) {
        return lost(what, model -> text(model, "Text", other));
    }

    private static void text(ObjectNode model, String name, UnaryOperator<String> other) {
        if (model.path(name).isString()) {
            model.put(name, other.apply(model.path(name).stringValue()));
        }
    }

    /// All texts of a resource, wherever they are.
    private static Stream<Mutant> every(String what, UnaryOperator<String> other) {
        return lost(what, model -> every(model, other));
    }

    private static void every(JsonNode node, UnaryOperator<String> other) {
        if (node instanceof ObjectNode object) {
            List.copyOf(object.propertyNames()).forEach(name -> text(object, name, other));
        }
        if (node instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i).isString()) {
                    list.set(i, other.apply(list.get(i).stringValue()));
                }
            }
        }
        node.values().forEach(inner -> every(inner, other));
    }

    private static Stream<Mutant> whole(String what, LongUnaryOperator other) {
        return lost(what, model -> {
            if (model.path("Count").isIntegralNumber()) {
                model.put("Count", other.applyAsLong(model.path("Count").longValue()));
            }
        });
    }

    private static Stream<Mutant> fraction(String what, DoubleUnaryOperator other) {
        return lost(what, model -> {
            if (model.path("Ratio").isNumber()) {
                model.put("Ratio", other.applyAsDouble(model.path("Ratio").doubleValue()));
            }
        });
    }

    private static Stream<Mutant> list(String name, String what, Function<List<JsonNode>, List<JsonNode>> other) {
        return lost(what, model -> {
            if (model.path(name) instanceof ArrayNode list) {
                List<JsonNode> items = new ArrayList<>(list.values());
                ArrayNode kept = model.putArray(name);
                other.apply(items).forEach(kept::add);
            }
        });
    }

    private static Stream<Mutant> labels(String what, Consumer<ObjectNode> spoil) {
        return lost(what, model -> {
            if (model.path("Labels") instanceof ObjectNode labels) {
                spoil.accept(labels);
            }
        });
    }

    private static void keys(ObjectNode labels, UnaryOperator<String> other) {
        for (String key : List.copyOf(labels.propertyNames())) {
            JsonNode value = labels.remove(key);
            labels.set(other.apply(key), value);
        }
    }

    private static Consumer<ObjectNode> without(Function<ObjectNode, Boolean> when, String name) {
        return model -> {
            if (when.apply(model)) {
                model.remove(name);
            }
        };
    }

    private static boolean is(JsonNode node, boolean value) {
        return node.isBoolean() && node.booleanValue() == value;
    }

    private static String cut(String text, int length) {
        return text.substring(0, Math.min(text.length(), length));
    }

    private static final List<Mutant> NOTHINGS = Stream.of(
                    lost("false is lost", without(m -> is(m.path("Public"), false), "Public")),
                    lost("false becomes the default, true", model -> {
                        if (is(model.path("Loud"), false)) {
                            model.put("Loud", true);
                        }
                    }),
                    lost("false is lost in what is nested", model -> {
                        if (model.path("Place") instanceof ObjectNode place && is(place.path("Open"), false)) {
                            place.remove("Open");
                        }
                    }),
                    lost(
                            "false is lost in a list's items",
                            model -> model.path("Steps").forEach(step -> {
                                if (is(step.path("Skip"), false)) {
                                    ((ObjectNode) step).remove("Skip");
                                }
                            })),
                    lost("true is lost", without(m -> is(m.path("Public"), true), "Public")),
                    lost("zero is lost", without(m -> m.path("Count").asInt(1) == 0, "Count")),
                    lost("zero becomes the default", model -> {
                        if (model.path("Level").asInt(1) == 0) {
                            model.put("Level", 3);
                        }
                    }),
                    lost(
                            "a fraction of zero is lost",
                            without(m -> m.path("Ratio").asDouble(1) == 0, "Ratio")),
                    lost(
                            "the empty text is lost",
                            without(m -> m.path("Text").asString("x").isEmpty(), "Text")),
                    lost("the empty list is lost", without(m -> m.path("Words").isEmpty(), "Words")),
                    lost("the empty map is lost", without(m -> m.path("Labels").isEmpty(), "Labels")))
            .flatMap(stream -> stream)
            .toList();

    private static final List<Mutant> TEXTS = Stream.of(
                    text("a text is cut after 20", text -> cut(text, 20)),
                    text("a text is cut after 64", text -> cut(text, 64)),
                    text("a text is cut after 255", text -> cut(text, 255)),
                    text("a text is cut after 1024", text -> cut(text, 1024)),
                    text("a text is cut after 4000", text -> cut(text, 4000)),
                    lost("a code is cut after 32", model -> text(model, "Code", text -> cut(text, 32))),
                    lost("a code is cut after 100", model -> text(model, "Code", text -> cut(text, 100))),
                    text("what is beyond ASCII is lost", text -> text.replaceAll("[^\\x00-\\x7f]", "")),
                    text("what is beyond ASCII is a question mark", text -> text.replaceAll("[^\\x00-\\x7f]", "?")),
                    text("what is beyond Latin 1 is lost", text -> text.replaceAll("[^\\x00-\\xff]", "")),
                    text("what takes four bytes is lost", text -> text.replaceAll("[\\x{10000}-\\x{10ffff}]", "")),
                    text("a text is normalized", text -> Normalizer.normalize(text, Normalizer.Form.NFC)),
                    text("capitals are made small", text -> text.toLowerCase(Locale.ROOT)),
                    text("letters are made capitals", text -> text.toUpperCase(Locale.ROOT)),
                    lost(
                            "a code's capitals are made small",
                            model -> text(model, "Code", text -> text.toLowerCase(Locale.ROOT))),
                    text("a text is trimmed", String::strip),
                    text("spaces are made one", text -> text.replaceAll(" +", " ")),
                    text("a text loses its lines", text -> text.replace("\n", " ")),
                    text("a text loses its tabs", text -> text.replace("\t", "    ")),
                    text("quotes are doubled", text -> text.replace("'", "''")),
                    text("a backslash is lost", text -> text.replace("\\", "")),
                    text(
                            "a text is escaped for HTML",
                            text -> text.replace("&", "&amp;").replace("<", "&lt;")),
                    text("a text is unescaped of a URL", text -> text.replace("%20", " ")),
                    every("a text is read as a number", text -> text.equals("0") ? "00" : text),
                    every("the word null is taken for nothing", text -> text.equals("null") ? "" : text),
                    lost("a city's letters are lost in what is nested", model -> {
                        if (model.path("Place") instanceof ObjectNode place) {
                            text(place, "City", text -> text.replaceAll("[^\\x00-\\x7f]", ""));
                        }
                    }),
                    list(
                            "Words",
                            "a word is cut in a list",
                            items -> items.stream()
                                    .<JsonNode>map(
                                            item -> JsonNodeFactory.instance.stringNode(cut(item.stringValue(), 30)))
                                    .toList()))
            .flatMap(stream -> stream)
            .toList();

    private static final List<Mutant> NUMBERS = Stream.of(
                    whole("a number is cut to 16 bits", number -> (short) number),
                    whole("a number loses its sign", Math::abs),
                    whole("a number is kept in few digits", number -> (long) (float) number),
                    whole("a number has a limit", number -> Math.clamp(number, -1_000_000, 1_000_000)),
                    fraction("a fraction is rounded", number -> Math.rint(number)),
                    fraction("a fraction is rounded to two digits", number -> Math.rint(number * 100) / 100),
                    fraction("a fraction is kept in few digits", number -> (float) number),
                    lost("a fraction is rounded in what is nested", model -> {
                        if (model.at("/Place/Point") instanceof ObjectNode point
                                && point.path("East").isNumber()) {
                            point.put("East", Math.rint(point.path("East").doubleValue()));
                        }
                    }))
            .flatMap(stream -> stream)
            .toList();

    private static final List<Mutant> LISTS = Stream.of(
                    list(
                            "Words",
                            "a word that is there twice is lost",
                            items -> List.copyOf(new LinkedHashSet<>(items))),
                    list("Bag", "what is twice in a bag is lost", items -> List.copyOf(new LinkedHashSet<>(items))),
                    list(
                            "Steps",
                            "a step that is there twice is lost",
                            items -> List.copyOf(new LinkedHashSet<>(items))),
                    list("Words", "a list of words is cut", items -> items.subList(0, Math.min(items.size(), 10))),
                    list(
                            "Words",
                            "words are sorted",
                            items -> items.stream()
                                    .sorted(java.util.Comparator.comparing(JsonNode::stringValue))
                                    .toList()),
                    list("Steps", "steps are turned round", List::reversed),
                    list("Steps", "a single step is lost", items -> items.size() == 1 ? List.of() : items),
                    list("Steps", "a step is lost", items -> items.subList(0, Math.max(0, items.size() - 1))),
                    list("Bag", "an item of a bag is lost", items -> items.subList(0, Math.max(0, items.size() - 1))),
                    list("Bag", "a bag of one is lost", items -> items.size() == 1 ? List.of() : items),
                    lost(
                            "a step loses its wait",
                            model -> model.path("Steps").forEach(step -> ((ObjectNode) step).remove("Wait"))),
                    lost("what is nested twice is lost", model -> {
                        if (model.path("Place") instanceof ObjectNode place) {
                            place.remove("Point");
                        }
                    }),
                    labels("keys are made small", labels -> keys(labels, key -> key.toLowerCase(Locale.ROOT))),
                    labels(
                            "keys lose what is beyond letters",
                            labels -> keys(labels, key -> {
                                String rest = key.replaceAll("[^A-Za-z0-9]", "");
                                return rest.isEmpty() ? key : rest;
                            })),
                    labels(
                            "all labels but the first are lost",
                            labels -> List.copyOf(labels.propertyNames()).stream()
                                    .skip(1)
                                    .forEach(labels::remove)))
            .flatMap(stream -> stream)
            .toList();

    /// What the caller did not ask for.
    private static Reference completing(Consumer<ObjectNode> spoil) {
        return new Reference(JOURNAL, 0) {
            @Override
            ObjectNode shown(Resource resource) {
                ObjectNode model = super.shown(resource);
                ObjectNode asked = resource.properties;
                if (!asked.has("Level")) {
                    spoil.accept(model);
                }
                return model;
            }
        };
    }

    private static final List<Mutant> DEFAULTS = List.of(
            Mutant.of(
                    "another default is filled in",
                    () -> completing(model -> model.put("Level", 4)),
                    CREATE_COMPLETE,
                    UPDATE_COMPLETE),
            Mutant.of(
                    "no default is filled in",
                    () -> completing(model -> model.remove("Level")),
                    CREATE_COMPLETE,
                    UPDATE_COMPLETE),
            Mutant.of(
                    "an update fills another default in",
                    () -> new Reference(JOURNAL, 0) {
                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            if (!resource.properties.has("Level")) {
                                resource.properties.put("Level", 5);
                            }
                        }
                    },
                    UPDATE_COMPLETE),
            Mutant.of(
                    "another default is filled into what is nested",
                    () -> new Reference(JOURNAL, 0) {
                        @Override
                        Resource make(ObjectNode desired, Context context) {
                            Resource resource = super.make(desired, context);
                            if (resource.properties.path("Place") instanceof ObjectNode place && !place.has("Floor")) {
                                place.put("Floor", 13);
                            }
                            return resource;
                        }
                    },
                    CREATE_COMPLETE));

    static List<Mutant> all() {
        return Stream.of(NOTHINGS, TEXTS, NUMBERS, LISTS, DEFAULTS)
                .flatMap(List::stream)
                .toList();
    }
}
