package fairlead.generator;

import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// The conditions on a value: all the schemas that apply to it, as one. References and `allOf` are resolved;
/// choices are not yet made.
final class Form {

    private static final int NUMERIC = JsonType.NUMBER.bit() | JsonType.INTEGER.bit();

    private final Forms forms;
    private final List<Source> parts;
    private final List<Choice> choices;
    private final int types;
    private final Optional<List<JsonNode>> allowed;
    private final Numbers numbers;
    private final Texts texts;
    private final Members members;
    private final boolean tested;
    private final Optional<String> contradiction;
    private final Map<String, Optional<Form>> known = new ConcurrentHashMap<>();

    /// @param parts schemas without references
    /// @param forbidden whether one of them is `false`
    Form(Forms forms, List<Source> parts, boolean forbidden) {
        this.forms = forms;
        this.parts = parts;
        this.choices = parts.stream()
                .flatMap(part -> Choice.of(forms.sources(), part).stream())
                .toList();
        this.types = parts.stream().mapToInt(Form::types).reduce(JsonType.ANY, Form::narrower);
        this.allowed = allowed(parts);
        this.numbers = Numbers.of(parts);
        this.texts = Texts.of(parts);
        this.members = Members.of(parts);
        this.tested = parts.size() > 1
                || parts.stream()
                        .anyMatch(part -> Choice.KEYWORDS.stream()
                                .anyMatch(keyword -> part.schema().has(keyword)));
        this.contradiction = contradiction(forbidden);
    }

    private Optional<String> contradiction(boolean forbidden) {
        if (forbidden) {
            return Optional.of("nothing is allowed here");
        }
        if (types == 0) {
            return Optional.of("the types exclude each other");
        }
        if (allowed.filter(List::isEmpty).isPresent()) {
            return Optional.of("no value is in all of the enumerations");
        }
        return members.required().stream()
                .filter(name -> types == JsonType.OBJECT.bit() && isForbidden(name))
                .findFirst()
                .map(name -> "'" + name + "' is required and not allowed");
    }

    private boolean isForbidden(String name) {
        return parts.stream().anyMatch(part -> {
            JsonNode declared = part.schema().path("properties").path(name);
            return declared.isBoolean() && !declared.booleanValue();
        });
    }

    private static int types(Source part) {
        JsonNode type = part.schema().path("type");
        if (type.isMissingNode()) {
            return JsonType.ANY;
        }
        int types = 0;
        for (JsonNode name : type.isArray() ? type : List.of(type)) {
            types |= JsonType.parse(name.asString("")).map(JsonType::bit).orElse(JsonType.ANY);
        }
        return types;
    }

    /// A whole number is also a number.
    private static int narrower(int a, int b) {
        int both = a & b;
        boolean whole = (a & NUMERIC) != 0 && (b & NUMERIC) != 0;
        return whole ? both | JsonType.INTEGER.bit() : both;
    }

    private static Optional<List<JsonNode>> allowed(List<Source> parts) {
        Optional<List<JsonNode>> allowed = Optional.empty();
        for (Source part : parts) {
            for (String keyword : List.of("const", "enum")) {
                Optional<JsonNode> given = part.keyword(keyword);
                if (given.isPresent()) {
                    List<JsonNode> these =
                            keyword.equals("enum") ? List.copyOf(given.get().values()) : List.of(given.get());
                    allowed = Optional.of(
                            allowed.map(others -> common(others, these)).orElse(these));
                }
            }
        }
        return allowed;
    }

    private static List<JsonNode> common(List<JsonNode> some, List<JsonNode> others) {
        return some.stream()
                .filter(one -> others.stream().anyMatch(other -> Values.equal(one, other)))
                .toList();
    }

    List<Source> parts() {
        return parts;
    }

    List<Choice> choices() {
        return choices;
    }

    int types() {
        return types;
    }

    /// The values of `enum` and `const`.
    Optional<List<JsonNode>> allowed() {
        return allowed;
    }

    Numbers numbers() {
        return numbers;
    }

    Texts texts() {
        return texts;
    }

    Members members() {
        return members;
    }

    /// Whether a value has to be tried before it is known to fit.
    boolean tested() {
        return tested;
    }

    /// Why no value fits, if that is plain to see.
    Optional<String> contradiction() {
        return contradiction;
    }

    /// Where it stands in the document, the first part of it.
    String pointer() {
        return parts.isEmpty() ? "" : parts.getFirst().pointer();
    }

    /// How deep the smallest value is; [Forms#ENDLESS] if there is no end.
    int height() {
        return parts.stream().mapToInt(forms::height).max().orElse(0);
    }

    // -- objects --------------------------------------------------------------------------------------------------

    /// What the value of a property has to be; empty if there may be none of that name.
    Optional<Form> member(String name) {
        return known.computeIfAbsent("." + name, _ -> {
            List<Source> sources = new ArrayList<>();
            for (Source part : parts) {
                if (!addMember(part, name, sources)) {
                    return Optional.empty();
                }
            }
            return Optional.of(forms.of(sources))
                    .filter(form -> form.contradiction().isEmpty());
        });
    }

    /// Whether the part lets a property of this name be.
    private boolean addMember(Source part, String name, List<Source> into) {
        boolean named = part.schema().path("properties").has(name);
        if (named) {
            if (part.pointer().equals(Sources.NOWHERE)) {
                return false;
            }
            into.add(forms.sources().child(part, "properties", name));
        }
        boolean matched = false;
        for (String expression : part.schema().path("patternProperties").propertyNames()) {
            if (Pattern.compile(expression).matcher(name).find()) {
                matched = true;
                into.add(forms.sources().child(part, "patternProperties", expression));
            }
        }
        JsonNode others = part.schema().path("additionalProperties");
        if (named || matched || others.isMissingNode()) {
            return true;
        }
        into.add(forms.sources().child(part, "additionalProperties"));
        return others.asBoolean(true);
    }

    // -- arrays ---------------------------------------------------------------------------------------------------

    int fewestItems() {
        return parts.stream().mapToInt(part -> part.count("minItems", 0)).max().orElse(0);
    }

    int mostItems() {
        return parts.stream()
                .mapToInt(part -> part.count("maxItems", Integer.MAX_VALUE))
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    boolean unique() {
        return parts.stream().anyMatch(part -> part.schema().path("uniqueItems").asBoolean(false));
    }

    /// Whether this says anything about arrays.
    boolean listed() {
        return parts.stream()
                .anyMatch(part -> part.schema().has("items") || part.schema().has("minItems"));
    }

    /// What an item has to be.
    Form item(int index) {
        return known.computeIfAbsent("#" + Math.min(index, 64), _ -> Optional.of(forms.of(items(index))))
                .orElseThrow();
    }

    /// What an item has to be that satisfies `contains`; empty if none has to.
    Optional<Form> contained() {
        return known.computeIfAbsent("@", _ -> {
            List<Source> sources = new ArrayList<>(items(0));
            int before = sources.size();
            parts.stream()
                    .filter(part -> part.schema().has("contains"))
                    .forEach(part -> sources.add(forms.sources().child(part, "contains")));
            return sources.size() == before ? Optional.empty() : Optional.of(forms.of(sources));
        });
    }

    private List<Source> items(int index) {
        List<Source> sources = new ArrayList<>();
        for (Source part : parts) {
            JsonNode items = part.schema().path("items");
            if (items.isArray() && index < items.size()) {
                sources.add(forms.sources().child(part, "items", "" + index));
            } else if (items.isArray() && part.schema().has("additionalItems")) {
                sources.add(forms.sources().child(part, "additionalItems"));
            } else if (!items.isArray() && !items.isMissingNode()) {
                sources.add(forms.sources().child(part, "items"));
            }
        }
        return sources;
    }
}
