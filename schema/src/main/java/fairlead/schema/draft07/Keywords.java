package fairlead.schema.draft07;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the keywords of one schema into its shape.
final class Keywords {

    private final Compiler compiler;
    private final Compiler.Address address;
    private final JsonNode schema;
    private final List<Shape> inPlace = new ArrayList<>();

    Keywords(Compiler compiler, Compiler.Address address, JsonNode schema) {
        this.compiler = compiler;
        this.address = address;
        this.schema = schema;
    }

    void fill(Shape shape) {
        shape.types = types();
        shape.always = any();
        shape.text = text();
        shape.numbers = numbers();
        shape.insertionOrder = flag("insertionOrder", true);
        shape.uniqueItems = flag("uniqueItems", false);
        arrays(shape);
        shape.members = members();
        shape.choices = choices();
        shape.inPlace = List.copyOf(inPlace);
    }

    private int types() {
        JsonNode type = schema.path("type");
        if (type.isMissingNode()) {
            return JsonType.ANY;
        }
        int types = 0;
        for (JsonNode name : type.isArray() ? type : List.of(type)) {
            Optional<JsonType> known = name.isString() ? JsonType.parse(name.stringValue()) : Optional.empty();
            if (known.isEmpty()) {
                malformed("type", "the name of a JSON type", name);
                return JsonType.ANY;
            }
            types |= known.get().bit();
        }
        return types;
    }

    private Check[] any() {
        List<Check> checks = new ArrayList<>(0);
        if (schema.has("const")) {
            checks.add(new Checks.Constant(schema.path("const")));
        }
        JsonNode wanted = schema.path("enum");
        if (wanted.isArray()) {
            checks.add(Checks.Enumeration.of(List.copyOf(wanted.values())));
        } else if (!wanted.isMissingNode()) {
            malformed("enum", "an array", wanted);
        }
        return checks.toArray(Shape.NONE);
    }

    private Checks.@Nullable Text text() {
        int least = count("minLength", 0);
        int most = count("maxLength", Integer.MAX_VALUE);
        Regex pattern = text("pattern")
                .flatMap(text -> pattern(address.child("pattern"), text))
                .orElse(null);
        Format format = text("format").flatMap(Format::parse).orElse(null);
        boolean silent = least == 0 && most == Integer.MAX_VALUE && pattern == null && format == null;
        return silent ? null : new Checks.Text(least, most, pattern, format);
    }

    private @Nullable Numbers numbers() {
        List<Numbers.Bound> bounds = new ArrayList<>(0);
        number("minimum").ifPresent(n -> bounds.add(Numbers.Bound.of("minimum", "at least", n, 1)));
        number("maximum").ifPresent(n -> bounds.add(Numbers.Bound.of("maximum", "at most", n, -1)));
        number("exclusiveMinimum").ifPresent(n -> bounds.add(Numbers.Bound.of("exclusiveMinimum", "more than", n, 1)));
        number("exclusiveMaximum").ifPresent(n -> bounds.add(Numbers.Bound.of("exclusiveMaximum", "less than", n, -1)));
        text("format").map(Numbers.Bound::ofFormat).ifPresent(bounds::addAll);
        BigDecimal multipleOf = number("multipleOf").map(JsonNode::decimalValue).orElse(null);
        if (multipleOf != null && multipleOf.signum() <= 0) {
            malformed("multipleOf", "a number above zero", schema.path("multipleOf"));
            multipleOf = null;
        }
        return bounds.isEmpty() && multipleOf == null ? null : new Numbers(List.copyOf(bounds), multipleOf);
    }

    private void arrays(Shape shape) {
        JsonNode items = schema.path("items");
        List<Shape> first = new ArrayList<>();
        for (int i = 0; items.isArray() && i < items.size(); i++) {
            first.add(compiler.at(address.child("items").child(i), items.get(i)));
        }
        shape.items = items.isArray() ? null : schema("items");
        Shape rest = items.isArray() ? schema("additionalItems") : null;
        Shape contains = schema.optional("contains")
                .map(node -> compiler.at(address.child("contains"), node))
                .orElse(null);
        int least = count("minItems", 0);
        int most = count("maxItems", Integer.MAX_VALUE);
        boolean anything = shape.items == null && rest == null && contains == null && first.isEmpty();
        if (!anything || least > 0 || most < Integer.MAX_VALUE || shape.uniqueItems) {
            shape.list =
                    new Checks.Items(least, most, shape.uniqueItems, shape.items, List.copyOf(first), rest, contains);
        }
    }

    private @Nullable Members members() {
        Map<String, Shape> named = shapes("properties");
        List<Members.Matching> patterns = new ArrayList<>();
        shapes("patternProperties")
                .forEach((text, shape) -> pattern(
                                address.child("patternProperties").child(text), text)
                        .ifPresent(pattern -> patterns.add(new Members.Matching(pattern, shape))));
        Shape others = schema("additionalProperties");
        List<String> required = names("required", schema.path("required"));
        int fewest = count("minProperties", 0);
        int most = count("maxProperties", Integer.MAX_VALUE);
        Shape names = schema("propertyNames");
        List<Members.Dependency> dependencies = dependencies();
        boolean silent = named.isEmpty()
                && patterns.isEmpty()
                && others == null
                && required.isEmpty()
                && fewest == 0
                && most == Integer.MAX_VALUE
                && names == null
                && dependencies.isEmpty();
        return silent
                ? null
                : new Members(named, List.copyOf(patterns), others, required, fewest, most, names, dependencies);
    }

    private List<Members.Dependency> dependencies() {
        JsonNode dependencies = schema.path("dependencies");
        if (!dependencies.isObject()) {
            if (!dependencies.isMissingNode()) {
                malformed("dependencies", "an object", dependencies);
            }
            return List.of();
        }
        List<Members.Dependency> list = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : dependencies.properties()) {
            String name = entry.getKey();
            if (entry.getValue().isArray()) {
                list.add(new Members.Dependency(name, names("dependencies", entry.getValue()), null));
            } else {
                Shape shape = part(address.child("dependencies").child(name), entry.getValue());
                list.add(new Members.Dependency(name, List.of(), shape));
            }
        }
        return List.copyOf(list);
    }

    private Check[] choices() {
        List<Check> checks = new ArrayList<>(0);
        parts("allOf").ifPresent(shapes -> checks.add(new Choices.All(shapes)));
        parts("anyOf").ifPresent(shapes -> checks.add(new Choices.Any(shapes)));
        parts("oneOf").ifPresent(shapes -> checks.add(new Choices.One(shapes)));
        part("not").ifPresent(shape -> checks.add(new Choices.Not(shape)));
        part("if").ifPresent(test -> checks.add(new Choices.Condition(test, part("then"), part("else"))));
        return checks.toArray(Shape.NONE);
    }

    private Optional<List<Shape>> parts(String keyword) {
        JsonNode list = schema.path(keyword);
        if (list.isMissingNode()) {
            return Optional.empty();
        }
        if (!list.isArray() || list.isEmpty()) {
            malformed(keyword, "an array of schemas", list);
            return Optional.empty();
        }
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            shapes.add(part(address.child(keyword).child(i), list.get(i)));
        }
        return Optional.of(List.copyOf(shapes));
    }

    private Optional<Shape> part(String keyword) {
        return schema.optional(keyword).map(node -> part(address.child(keyword), node));
    }

    /// A schema that applies to the same value as this one.
    private Shape part(Compiler.Address place, JsonNode node) {
        Shape shape = compiler.at(place, node);
        inPlace.add(shape);
        return shape;
    }

    private @Nullable Shape schema(String keyword) {
        JsonNode node = schema.path(keyword);
        return node.isMissingNode() || (node.isBoolean() && node.booleanValue())
                ? null
                : compiler.at(address.child(keyword), node);
    }

    private Map<String, Shape> shapes(String keyword) {
        JsonNode node = schema.path(keyword);
        Map<String, Shape> shapes = new LinkedHashMap<>();
        if (node.isObject()) {
            Compiler.Address place = address.child(keyword);
            node.forEachEntry((name, value) -> shapes.put(name, compiler.at(place.child(name), value)));
        } else if (!node.isMissingNode()) {
            malformed(keyword, "an object", node);
        }
        return shapes;
    }

    private List<String> names(String keyword, JsonNode list) {
        if (list.isMissingNode()) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (JsonNode name : list) {
            if (name.isString()) {
                names.add(name.stringValue());
            }
        }
        if (!list.isArray() || names.size() < list.size()) {
            malformed(keyword, "an array of property names", list);
        }
        return List.copyOf(names);
    }

    private int count(String keyword, int absent) {
        JsonNode node = schema.path(keyword);
        if (node.isMissingNode()) {
            return absent;
        }
        if (!node.isNumber() || !Values.integral(node) || node.decimalValue().signum() < 0) {
            malformed(keyword, "a whole number of at least zero", node);
            return absent;
        }
        return node.decimalValue().min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValue();
    }

    private Optional<JsonNode> number(String keyword) {
        return value(keyword, "a number", schema.path(keyword).isNumber() && Values.finite(schema.path(keyword)));
    }

    private Optional<String> text(String keyword) {
        return value(keyword, "a string", schema.path(keyword).isString()).map(JsonNode::stringValue);
    }

    private boolean flag(String keyword, boolean absent) {
        return value(keyword, "true or false", schema.path(keyword).isBoolean())
                .map(JsonNode::booleanValue)
                .orElse(absent);
    }

    private Optional<JsonNode> value(String keyword, String expected, boolean fits) {
        Optional<JsonNode> value = schema.optional(keyword);
        if (value.isPresent() && !fits) {
            malformed(keyword, expected, value.get());
            return Optional.empty();
        }
        return value;
    }

    private Optional<Regex> pattern(Compiler.Address place, String text) {
        try {
            return Optional.of(Regex.compile(text));
        } catch (PatternSyntaxException e) {
            compiler.flaw(
                    "pattern-syntax", place, "expected a regular expression, found one with: " + e.getDescription());
            return Optional.empty();
        } catch (StackOverflowError e) {
            compiler.flaw("pattern-syntax", place, "expected a regular expression, found one that nests too deeply");
            return Optional.empty();
        }
    }

    private void malformed(String keyword, String expected, JsonNode found) {
        compiler.flaw("keyword", address.child(keyword), "expected " + expected + ", found " + Shown.of(found));
    }
}
