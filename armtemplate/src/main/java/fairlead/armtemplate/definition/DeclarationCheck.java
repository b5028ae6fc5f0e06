package fairlead.armtemplate.definition;

import fairlead.armtemplate.function.Values;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// Says what is wrong with a declaration of a type.
public final class DeclarationCheck {

    private static final Set<String> BOUNDS = Set.of("minvalue", "maxvalue", "minlength", "maxlength");
    private static final Set<String> SECOND_VERSION =
            Set.of("$ref", "properties", "additionalproperties", "items", "prefixitems", "discriminator");

    private final Declarations declarations;
    private final boolean second;
    private final List<Problem> problems = new ArrayList<>();

    private DeclarationCheck(Declarations declarations, boolean second) {
        this.declarations = declarations;
        this.second = second;
    }

    /// @param second whether the template has the second version of the language, which knows more of
    ///     types
    /// @param besides names of members that are no part of the type, in lower case
    public static List<Problem> problems(
            Declarations declarations, boolean second, JsonNode declaration, Set<String> besides) {
        DeclarationCheck check = new DeclarationCheck(declarations, second);
        check.declaration(declaration, "", besides, true);
        return check.problems;
    }

    private void declaration(JsonNode declaration, String path, Set<String> besides, boolean needsType) {
        if (!declaration.isObject()) {
            add(path, "A type has to be declared by an object.");
            return;
        }
        for (Map.Entry<String, JsonNode> member : declaration.properties()) {
            String name = member.getKey().toLowerCase(Locale.ROOT);
            if (!besides.contains(name)) {
                member(name, member.getValue(), path + "/" + PointerSteps.escape(member.getKey()));
            }
        }
        boolean typed = Values.member(declaration, "type").isPresent()
                || Values.member(declaration, "$ref").isPresent();
        if (needsType && !typed && !second) {
            add(path, "Required property 'type' not found.");
        }
        order(declaration, path, "minValue", "maxValue");
        order(declaration, path, "minLength", "maxLength");
    }

    private void member(String name, JsonNode value, String path) {
        if (SECOND_VERSION.contains(name) && !second) {
            add(path, "The property '" + name + "' is available in templates with the language version '2.0' only.");
            return;
        }
        switch (name) {
            case "type" -> {
                if (!value.isString() || Kind.named(value.stringValue()).isEmpty()) {
                    add(
                            path,
                            "The type '" + Values.json(value)
                                    + "' is not valid. The valid types are 'String, SecureString, Int, Bool, Array,"
                                    + " Object, SecureObject'.");
                }
            }
            case "$ref" -> {
                if (declarations.target(value).isEmpty()) {
                    add(path, "The reference '" + Values.json(value) + "' names no definition of the template.");
                }
            }
            case "allowedvalues" -> kind(value, path, "array", item -> item.isArray() && !item.isEmpty());
            case "nullable" -> kind(value, path, "boolean", JsonNode::isBoolean);
            case "metadata" -> kind(value, path, "object", JsonNode::isObject);
            case "properties" -> members(value, path);
            case "additionalproperties", "items" -> {
                if (!value.isBoolean()) {
                    declaration(value, path, Set.of(), false);
                }
            }
            case "prefixitems" -> {
                kind(value, path, "array", JsonNode::isArray);
                for (int i = 0; i < value.size() && value.isArray(); i++) {
                    declaration(value.get(i), path + "/" + i, Set.of(), false);
                }
            }
            case "discriminator" -> discriminator(value, path);
            default -> {
                if (BOUNDS.contains(name)) {
                    kind(value, path, "integer", item -> item.isIntegralNumber() && item.canConvertToLong());
                } else {
                    add(path, "Could not find member '" + path.substring(path.lastIndexOf('/') + 1) + "' of a type.");
                }
            }
        }
    }

    private void members(JsonNode value, String path) {
        kind(value, path, "object", JsonNode::isObject);
        if (value.isObject()) {
            value.properties()
                    .forEach(member -> declaration(
                            member.getValue(), path + "/" + PointerSteps.escape(member.getKey()), Set.of(), false));
        }
    }

    private void discriminator(JsonNode value, String path) {
        kind(value, path, "object", JsonNode::isObject);
        boolean named =
                Values.member(value, "propertyName").filter(JsonNode::isString).isPresent();
        if (value.isObject() && !named) {
            add(path, "Required property 'propertyName' not found.");
        }
        Values.member(value, "mapping")
                .ifPresentOrElse(
                        mapping -> members(mapping, path + "/mapping"),
                        () -> add(path, "Required property 'mapping' not found."));
    }

    private void order(JsonNode declaration, String path, String least, String most) {
        long low = bound(declaration, least, Long.MIN_VALUE);
        long high = bound(declaration, most, Long.MAX_VALUE);
        if (low > high) {
            add(path, "The property '" + least + "' is greater than '" + most + "'.");
        }
    }

    private static long bound(JsonNode declaration, String name, long otherwise) {
        return Values.member(declaration, name)
                .filter(JsonNode::canConvertToLong)
                .map(JsonNode::longValue)
                .orElse(otherwise);
    }

    private void kind(JsonNode value, String path, String expected, Predicate<JsonNode> fits) {
        if (!fits.test(value)) {
            add(path, "Expected a value of type '" + expected + "', found '" + Values.json(value) + "'.");
        }
    }

    private void add(String path, String text) {
        problems.add(new Problem(path, text));
    }
}
