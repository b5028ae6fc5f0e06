package fairlead.simulation.azure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// A file `types.json`: a list of elements that refer to each other by their numbers, `{"$ref": "#/7"}`.
public final class TypeDefinitions {

    static final String STRING = "StringType";
    static final String LITERAL = "StringLiteralType";
    static final String BOOLEAN = "BooleanType";
    static final String INTEGER = "IntegerType";
    static final String ANY = "AnyType";
    static final String ARRAY = "ArrayType";
    static final String OBJECT = "ObjectType";
    static final String UNION = "UnionType";
    static final String DISCRIMINATED = "DiscriminatedObjectType";
    private static final String RESOURCE = "ResourceType";
    private static final String FUNCTION = "ResourceFunctionType";

    private static final Set<String> KINDS =
            Set.of(STRING, LITERAL, BOOLEAN, INTEGER, ANY, ARRAY, OBJECT, UNION, DISCRIMINATED, RESOURCE, FUNCTION);
    private static final Pattern REFERENCE = Pattern.compile("#/(0|[1-9][0-9]{0,8})");

    private final String file;
    private final ArrayNode elements;

    /// A resource type of the file.
    ///
    /// @param name `Example.Web/sites/slots`
    /// @param body the number of the element that is its body
    /// @param writable at which scopes it can be put, as bits: 1 tenant, 2 management group, 4 subscription,
    ///     8 resource group, 16 any other resource
    record Published(String name, String version, int body, int writable) {}

    /// What can be done with a resource of a type: a POST.
    record Function(String name, String resourceType, String version, JsonNode element) {}

    private TypeDefinitions(String file, ArrayNode elements) {
        this.file = file;
        this.elements = elements;
    }

    /// The definitions in a document; throws [IllegalArgumentException] with what is wrong and where.
    ///
    /// @param file what it is called in messages
    public static TypeDefinitions of(String file, JsonNode document) {
        if (!(document instanceof ArrayNode elements)) {
            throw new IllegalArgumentException(file + ": expected a list of type definitions, as in a types.json");
        }
        TypeDefinitions definitions = new TypeDefinitions(file, elements);
        for (int i = 0; i < elements.size(); i++) {
            String kind = definitions.kind(i);
            if (!KINDS.contains(kind)) {
                throw definitions.wrong(
                        "/" + i + "/$type",
                        "expected one of " + String.join(", ", sorted()) + "; found '" + kind + "'");
            }
            definitions.check(elements.get(i), "/" + i);
        }
        definitions.resources();
        definitions.functions();
        return definitions;
    }

    private static List<String> sorted() {
        return KINDS.stream().sorted().toList();
    }

    private void check(JsonNode node, String place) {
        if (node.has("$ref")) {
            Matcher matcher = REFERENCE.matcher(node.path("$ref").asString(""));
            if (!matcher.matches() || Integer.parseInt(matcher.group(1)) >= elements.size()) {
                throw wrong(place, "expected a reference to an element of this file such as #/0, found " + node);
            }
            return;
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            check(node.get(i), place + "/" + i);
        }
        if (node.isObject()) {
            node.forEachEntry((name, value) -> check(value, place + "/" + name));
        }
    }

    private IllegalArgumentException wrong(String place, String message) {
        return new IllegalArgumentException(file + "#" + place + ": " + message);
    }

    String file() {
        return file;
    }

    JsonNode at(int number) {
        return elements.get(number);
    }

    String kind(int number) {
        return elements.get(number).path("$type").asString("");
    }

    /// The number of the element that a reference leads to.
    int target(JsonNode reference) {
        Matcher matcher = REFERENCE.matcher(reference.path("$ref").asString(""));
        if (!matcher.matches()) {
            throw wrong("", "expected a reference, found " + reference);
        }
        return Integer.parseInt(matcher.group(1));
    }

    List<Published> resources() {
        List<Published> resources = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            if (kind(i).equals(RESOURCE)) {
                JsonNode element = elements.get(i);
                String name = element.path("name").asString("");
                int at = name.indexOf('@');
                if (at < 0 || !name.substring(0, at).contains("/")) {
                    throw wrong("/" + i + "/name", "expected Namespace/type@version, found '" + name + "'");
                }
                resources.add(new Published(
                        name.substring(0, at),
                        name.substring(at + 1),
                        target(element.path("body")),
                        element.path("writableScopes").asInt(0)));
            }
        }
        return resources;
    }

    List<Function> functions() {
        List<Function> functions = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            if (kind(i).equals(FUNCTION)) {
                JsonNode element = elements.get(i);
                target(element.path("output"));
                functions.add(new Function(
                        element.path("name").asString(""),
                        element.path("resourceType").asString(""),
                        element.path("apiVersion").asString(""),
                        element));
            }
        }
        return functions;
    }

    // -- what elements are ------------------------------------------------------------------------------------------

    /// Whether it is an object with members of its own.
    boolean isObject(int number) {
        String kind = kind(number);
        return kind.equals(DISCRIMINATED)
                || (kind.equals(OBJECT) && !at(number).path("properties").isEmpty());
    }

    /// Whether it is an object of which only the kind of its values is known.
    boolean isMap(int number) {
        return kind(number).equals(OBJECT)
                && at(number).path("properties").isEmpty()
                && at(number).has("additionalProperties");
    }

    boolean isSensitive(int number) {
        return kind(number).equals(STRING) && at(number).path("sensitive").asBoolean(false);
    }

    /// The texts of a literal, or of a union; empty if it is neither.
    List<String> literals(int number) {
        return switch (kind(number)) {
            case LITERAL -> List.of(at(number).path("value").asString(""));
            case UNION ->
                at(number)
                        .path("elements")
                        .valueStream()
                        .map(this::target)
                        .flatMap(element -> literals(element).stream())
                        .distinct()
                        .toList();
            default -> List.of();
        };
    }

    /// Whether only its [#literals] are values.
    boolean isClosed(int number) {
        return switch (kind(number)) {
            case LITERAL -> true;
            case UNION ->
                at(number).path("elements").valueStream().map(this::target).allMatch(this::isClosed);
            default -> false;
        };
    }

    /// Whether its values are texts.
    boolean isText(int number) {
        return switch (kind(number)) {
            case STRING, LITERAL -> true;
            case UNION ->
                at(number).path("elements").valueStream().map(this::target).allMatch(this::isText);
            default -> false;
        };
    }
}
