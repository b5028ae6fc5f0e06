package fairlead.armtemplate.definition;

import fairlead.armtemplate.function.Values;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What declarations of types say, with those that they refer to.
public final class Declarations {

    private static final int DEEPEST = 64;

    private final JsonNode definitions;

    /// @param definitions the types that the template defines: an object
    public Declarations(JsonNode definitions) {
        this.definitions = definitions;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Declarations declarations && definitions.equals(declarations.definitions);
    }

    @Override
    public int hashCode() {
        return definitions.hashCode();
    }

    /// A declaration with all that it refers to; what it says itself counts more.
    public JsonNode resolved(JsonNode declaration) {
        JsonNode current = declaration;
        for (int i = 0; i < DEEPEST; i++) {
            Optional<JsonNode> reference = Values.member(current, "$ref");
            if (reference.isEmpty()) {
                return current;
            }
            Optional<JsonNode> target = target(reference.get());
            if (target.isEmpty()) {
                break;
            }
            ObjectNode merged = JsonNodeFactory.instance.objectNode();
            target.get().properties().forEach(member -> merged.set(member.getKey(), member.getValue()));
            current.properties().forEach(member -> {
                if (!member.getKey().equalsIgnoreCase("$ref")) {
                    merged.set(Values.name(merged, member.getKey()).orElse(member.getKey()), member.getValue());
                }
            });
            current = merged;
        }
        return JsonNodeFactory.instance.objectNode();
    }

    /// What a `$ref` names.
    Optional<JsonNode> target(JsonNode reference) {
        if (!reference.isString() || !reference.stringValue().startsWith("#/definitions/")) {
            return Optional.empty();
        }
        JsonNode found = definitions;
        for (String step :
                reference.stringValue().substring("#/definitions/".length()).split("/", -1)) {
            String name = step.replace("~1", "/").replace("~0", "~");
            Optional<JsonNode> next = found.isArray() && name.matches("[0-9]{1,6}")
                    ? Optional.ofNullable(found.get(Integer.parseInt(name)))
                    : Values.member(found, name);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            found = next.get();
        }
        return found.isObject() ? Optional.of(found) : Optional.empty();
    }

    /// The type that a declaration says.
    public Kind kind(JsonNode declaration) {
        return Values.member(resolved(declaration), "type")
                .filter(JsonNode::isString)
                .flatMap(name -> Kind.named(name.stringValue()))
                .orElse(Kind.ANY);
    }

    /// Whether null is a value of it.
    public boolean nullable(JsonNode declaration) {
        return Values.member(resolved(declaration), "nullable")
                .filter(JsonNode::isBoolean)
                .map(JsonNode::booleanValue)
                .orElse(false);
    }

    /// Whether values of it, or a part of them, must not be shown.
    public boolean secure(JsonNode declaration) {
        return secure(declaration, new HashSet<>(), 0);
    }

    private boolean secure(JsonNode declaration, Set<String> seen, int depth) {
        Optional<JsonNode> reference = Values.member(declaration, "$ref").filter(JsonNode::isString);
        if (depth > DEEPEST
                || !declaration.isObject()
                || (reference.isPresent() && !seen.add(reference.get().stringValue()))) {
            return false;
        }
        JsonNode resolved = resolved(declaration);
        if (kind(resolved).secure()) {
            return true;
        }
        boolean secure = false;
        for (String members : new String[] {"properties", "prefixItems"}) {
            for (JsonNode part : Values.member(resolved, members).orElse(JsonNodeFactory.instance.objectNode())) {
                secure |= secure(part, seen, depth + 1);
            }
        }
        for (String member : new String[] {"items", "additionalProperties"}) {
            Optional<JsonNode> part = Values.member(resolved, member);
            secure |= part.isPresent() && secure(part.get(), seen, depth + 1);
        }
        Optional<JsonNode> mapping = Values.member(resolved, "discriminator")
                .flatMap(discriminator -> Values.member(discriminator, "mapping"));
        for (JsonNode part : mapping.orElse(JsonNodeFactory.instance.objectNode())) {
            secure |= secure(part, seen, depth + 1);
        }
        return secure;
    }
}
