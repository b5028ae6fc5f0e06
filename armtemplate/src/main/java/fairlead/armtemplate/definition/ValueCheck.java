package fairlead.armtemplate.definition;

import fairlead.armtemplate.function.Values;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Says what is wrong with a value that has a declared type.
public final class ValueCheck {

    private static final int MOST = 100;

    private final Declarations declarations;
    private final List<Problem> problems = new ArrayList<>();

    private ValueCheck(Declarations declarations) {
        this.declarations = declarations;
    }

    public static List<Problem> problems(Declarations declarations, JsonNode declaration, JsonNode value) {
        ValueCheck check = new ValueCheck(declarations);
        check.value(value, declaration, "");
        return check.problems;
    }

    private void value(JsonNode value, JsonNode declaration, String path) {
        if (problems.size() >= MOST) {
            return;
        }
        JsonNode type = declarations.resolved(declaration);
        if (value.isNull() && declarations.nullable(type)) {
            return;
        }
        Kind kind = declarations.kind(type);
        if (!kind.admits(value)) {
            add(
                    path,
                    "Expected a value of type '" + expected(kind) + "', but received a value of type '"
                            + Values.kind(value) + "'.");
            return;
        }
        allowed(value, type, path);
        if (kind == Kind.INT) {
            bounds(value.decimalValue().longValue(), type, path, "Value", "minValue", "maxValue");
        } else if (kind.isString()) {
            bounds(value.stringValue().length(), type, path, "Length of the value", "minLength", "maxLength");
        } else if (kind == Kind.ARRAY) {
            bounds(value.size(), type, path, "Length of the value", "minLength", "maxLength");
            items(value, type, path);
        } else if (kind.isObject()) {
            Values.member(type, "discriminator")
                    .ifPresentOrElse(
                            discriminator -> discriminated(value, discriminator, path),
                            () -> members(value, type, path, Set.of()));
        }
    }

    private static String expected(Kind kind) {
        return kind == Kind.INT ? "Integer" : kind == Kind.BOOL ? "Boolean" : kind.shown();
    }

    /// The items of an array may be what is allowed, instead of the array itself.
    private void allowed(JsonNode value, JsonNode type, String path) {
        Optional<JsonNode> allowed = Values.member(type, "allowedValues");
        if (allowed.isEmpty() || holds(allowed.get(), value)) {
            return;
        }
        boolean items = value.isArray();
        for (JsonNode item : value) {
            items &= holds(allowed.get(), item);
        }
        if (!items) {
            StringJoiner shown = new StringJoiner(",");
            allowed.get().forEach(item -> shown.add(item.isString() ? item.stringValue() : Values.json(item)));
            add(path, "The parameter value is not part of the allowed value(s): '" + shown + "'.");
        }
    }

    private static boolean holds(JsonNode allowed, JsonNode value) {
        for (JsonNode item : allowed) {
            boolean text = item.isString() && value.isString();
            if (Values.same(item, value) || (text && item.stringValue().equalsIgnoreCase(value.stringValue()))) {
                return true;
            }
        }
        return false;
    }

    private void bounds(long size, JsonNode type, String path, String what, String least, String most) {
        Optional<Long> low = Values.member(type, least).map(JsonNode::asLong);
        Optional<Long> high = Values.member(type, most).map(JsonNode::asLong);
        if (low.isPresent() && size < low.get()) {
            add(path, what + " should be greater than or equal to '" + low.get() + "'.");
        }
        if (high.isPresent() && size > high.get()) {
            add(path, what + " should be less than or equal to '" + high.get() + "'.");
        }
    }

    private void items(JsonNode value, JsonNode type, String path) {
        JsonNode prefix = Values.member(type, "prefixItems").orElse(JsonNodeFactory.instance.arrayNode());
        Optional<JsonNode> rest = Values.member(type, "items");
        if (prefix.size() > value.size()) {
            add(path, "Expected at least '" + prefix.size() + "' items, but received '" + value.size() + "'.");
        }
        for (int i = 0; i < value.size(); i++) {
            if (i < prefix.size()) {
                value(value.get(i), prefix.get(i), path + "/" + i);
            } else if (rest.isPresent() && rest.get().isObject()) {
                value(value.get(i), rest.get(), path + "/" + i);
            } else if (rest.isPresent() && rest.get().isBoolean() && !rest.get().booleanValue()) {
                add(path, "Expected at most '" + prefix.size() + "' items, but received '" + value.size() + "'.");
                return;
            }
        }
    }

    private void discriminated(JsonNode value, JsonNode discriminator, String path) {
        String name = Values.member(discriminator, "propertyName")
                .map(JsonNode::asString)
                .orElse("");
        JsonNode mapping = Values.member(discriminator, "mapping").orElse(JsonNodeFactory.instance.objectNode());
        Optional<JsonNode> tag = Values.member(value, name).filter(JsonNode::isString);
        Optional<JsonNode> variant = tag.map(found -> mapping.get(found.stringValue()));
        if (variant.isEmpty()) {
            add(
                    path + "/" + PointerSteps.escape(name),
                    "Expected the property '" + name + "' to be one of '" + String.join(", ", mapping.propertyNames())
                            + "'.");
            return;
        }
        members(value, declarations.resolved(variant.get()), path, Set.of(name.toLowerCase(Locale.ROOT)));
    }

    /// @param besides members that are known though the type may not declare them, in lower case
    private void members(JsonNode value, JsonNode type, String path, Set<String> besides) {
        JsonNode declared = Values.member(type, "properties").orElse(JsonNodeFactory.instance.objectNode());
        Set<String> known = new HashSet<>(besides);
        for (Map.Entry<String, JsonNode> member : declared.properties()) {
            known.add(member.getKey().toLowerCase(Locale.ROOT));
            String below = path + "/" + PointerSteps.escape(member.getKey());
            Optional<JsonNode> found = Values.member(value, member.getKey());
            if (found.isPresent()) {
                value(found.get(), member.getValue(), below);
            } else if (!declarations.nullable(member.getValue())) {
                add(below, "The required property '" + member.getKey() + "' is missing.");
            }
        }
        Optional<JsonNode> others = Values.member(type, "additionalProperties");
        if (others.isEmpty()) {
            return;
        }
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String below = path + "/" + PointerSteps.escape(member.getKey());
            if (known.contains(member.getKey().toLowerCase(Locale.ROOT))) {
                continue;
            }
            if (others.get().isObject()) {
                value(member.getValue(), others.get(), below);
            } else if (others.get().isBoolean() && !others.get().booleanValue()) {
                add(below, "The property '" + member.getKey() + "' is not expected.");
            }
        }
    }

    private void add(String path, String text) {
        problems.add(new Problem(path, text));
    }
}
