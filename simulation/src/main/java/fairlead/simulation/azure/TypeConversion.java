package fairlead.simulation.azure;

import fairlead.simulation.azure.TypeDefinitions.Function;
import fairlead.simulation.azure.TypeDefinitions.Published;
import fairlead.simulation.azure.TypePlace.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Converts one version of a type.
final class TypeConversion {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /// What an envelope has of every type, or shows of every resource.
    private static final Set<String> COMMON =
            Set.of("id", "name", "type", "apiVersion", "properties", "location", "tags", "etag", "systemData");

    /// What a type can have beside its properties, each kept in a property.
    private static final List<String> ENVELOPE =
            List.of("sku", "kind", "plan", "managedBy", "identity", "zones", "extendedLocation");

    private static final Set<String> LISTS = Set.of("zones");
    private static final Set<String> TEXTS = Set.of("kind", "managedBy");
    private static final Pattern ACTION = Pattern.compile("[a-z][A-Za-z0-9]{0,63}");
    private static final int LONGEST_NAME = 64;

    /// The state is the server's.
    private static final String STATE = "provisioningState";

    private final TypeDefinitions source;
    private final Published published;
    private final TypePlace place;
    private final List<Member> body;
    private final SchemaParts parts;
    private final FlaggedPaths paths;
    private final ObjectNode properties = NODES.objectNode();
    private final Set<String> required = new LinkedHashSet<>();
    private final ObjectNode values = NODES.objectNode();
    private final ObjectNode envelope = NODES.objectNode();
    private final Set<String> refused = new LinkedHashSet<>();
    private final Set<String> notes = new LinkedHashSet<>();

    /// @param published with a body, or -1 for a type that has only names
    TypeConversion(TypeDefinitions source, Published published, TypePlace place) {
        this.source = source;
        this.published = published;
        this.place = place;
        body = published.body() < 0 ? List.of() : Member.of(source, List.of(published.body()));
        parts = new SchemaParts(source);
        paths = new FlaggedPaths(source);
    }

    /// Whether callers choose a name freely.
    static boolean hasFreeName(TypeDefinitions source, int body) {
        return Member.find(Member.of(source, List.of(body)), "name")
                .map(name -> name.types().stream()
                        .allMatch(type -> source.literals(type).isEmpty()))
                .orElse(true);
    }

    SimulatedAzureType converted() {
        List<Member> inner = inner();
        List<String> identifier = identifier(inner);
        identifier.forEach(name -> properties.putObject(name).put("type", "string"));
        inner.stream()
                .filter(member -> member.isNameable() && !member.name().equals(STATE) && !properties.has(member.name()))
                .forEach(this::property);
        body.forEach(member -> beside(member, inner));
        if (!refused.isEmpty()) {
            notes.add("refused beside the properties: " + String.join(", ", refused));
        }
        if (published.body() < 0) {
            notes.add("it has only names: Azure does not let it be put");
        }
        ObjectNode registration = registration(actions());
        ObjectNode schema = schema(identifier);
        notes.addAll(parts.notes());
        return new SimulatedAzureType(
                place.typeName(),
                place.armType(),
                published.version(),
                place.depth(),
                schema,
                registration,
                List.copyOf(notes));
    }

    // -- the schema -------------------------------------------------------------------------------------------------

    /// What is in `properties`, flagged as `properties` is.
    private List<Member> inner() {
        Optional<Member> whole = Member.find(body, "properties")
                .filter(member -> member.types().stream().allMatch(source::isObject));
        return whole.map(member -> Member.of(source, member.types()).stream()
                        .map(inner -> new Member(
                                inner.name(),
                                inner.required() && !member.readOnly(),
                                inner.readOnly() || member.readOnly(),
                                !inner.readOnly() && (inner.writeOnly() || member.writeOnly()),
                                inner.types(),
                                inner.holders()))
                        .toList())
                .orElse(List.of());
    }

    /// The names of the properties that identify a resource: those of its parents, and its own.
    private List<String> identifier(List<Member> inner) {
        if (place.kind() == Kind.EXTENSION) {
            return List.of(free("extendedResourceId", inner), own(inner));
        }
        List<String> names = new ArrayList<>();
        for (String segment : ArmNames.segments(place.armType())) {
            String name = segment + "Name";
            names.add(free(name.substring(0, Math.min(name.length(), LONGEST_NAME)), inner));
        }
        names.set(names.size() - 1, own(inner));
        return names;
    }

    /// A property `name` that Azure has as well is the name.
    private String own(List<Member> inner) {
        boolean same = Member.find(inner, "name")
                .map(member -> member.types().stream().allMatch(source::isText))
                .orElse(true);
        return same ? "name" : free("resourceName", inner);
    }

    private static String free(String name, List<Member> taken) {
        return Member.find(taken, name).isEmpty() ? name : "parent" + capital(name);
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private void property(Member member) {
        properties.set(member.name(), member.readOnly() ? parts.shown(member.types()) : parts.given(member.types()));
        paths.within(member, "/properties/" + member.name());
        if (member.required()) {
            required.add(member.name());
        }
        if (member.readOnly()) {
            new PlausibleValues(source, ArmNames.key(place.armType())).add(member, values);
        }
    }

    /// What stands beside `properties` in a body.
    private void beside(Member member, List<Member> inner) {
        String word = member.name();
        if (COMMON.contains(word) || member.readOnly()) {
            return;
        }
        if (!ENVELOPE.contains(word) || !fits(word, member)) {
            refused.add(word);
            return;
        }
        String name = Member.find(inner, word).isEmpty() && !properties.has(word) ? word : "envelope" + capital(word);
        Member kept = new Member(name, member.required(), false, false, member.types(), member.holders());
        property(kept);
        envelope.put(word, name);
    }

    private boolean fits(String word, Member member) {
        if (TEXTS.contains(word)) {
            return member.types().stream().allMatch(source::isText);
        }
        return LISTS.contains(word)
                ? member.types().stream().allMatch(type -> source.kind(type).equals(TypeDefinitions.ARRAY))
                : member.types().stream().allMatch(source::isObject);
    }

    private ObjectNode schema(List<String> identifier) {
        ObjectNode schema = NODES.objectNode()
                .put("typeName", place.typeName())
                .put(
                        "description",
                        "Made of Azure's published definition of " + place.armType() + ", api-version "
                                + published.version() + ".");
        schema.set("properties", properties);
        if (!parts.definitions().isEmpty()) {
            schema.set("definitions", parts.definitions());
        }
        schema.put("additionalProperties", true);
        list(schema, "required", required);
        list(schema, "readOnlyProperties", paths.readOnly());
        list(schema, "writeOnlyProperties", paths.writeOnly());
        List<String> identifying =
                identifier.stream().map(name -> "/properties/" + name).toList();
        list(schema, "createOnlyProperties", identifying);
        list(schema, "primaryIdentifier", identifying);
        schema.putObject("tagging").put("taggable", false);
        ObjectNode handlers = schema.putObject("handlers");
        for (String handler : new String[] {"create", "read", "update", "delete", "list"}) {
            handlers.putObject(handler).putArray("permissions");
        }
        return schema;
    }

    private static void list(ObjectNode schema, String key, Iterable<String> entries) {
        ArrayNode list = NODES.arrayNode();
        entries.forEach(list::add);
        if (!list.isEmpty()) {
            schema.set(key, list);
        }
    }

    // -- the registration -------------------------------------------------------------------------------------------

    private ObjectNode registration(ObjectNode behaviour) {
        ObjectNode actions = (ObjectNode) behaviour.remove("declared");
        ObjectNode registration = NODES.objectNode()
                .put("profile", "azure")
                .put("apiVersion", published.version())
                .put("armType", place.armType());
        place.parent().ifPresent(parent -> registration.put("parent", parent));
        switch (place.kind()) {
            case TRACKED -> {
                if (place.parent().isEmpty()) {
                    registration.put("nameScope", "group");
                }
            }
            case PROXY -> registration.put("kind", "proxy");
            case EXTENSION -> registration.put("kind", "extension");
        }
        if (place.parent().isPresent()) {
            registration.put("onParentDelete", "cascade");
        }
        namePattern().ifPresent(pattern -> registration.put("namePattern", pattern));
        if (!envelope.isEmpty()) {
            registration.set("envelope", envelope);
        }
        if (!actions.isEmpty()) {
            registration.set("actions", actions);
        }
        if (!values.isEmpty()) {
            behaviour.set("values", values);
        }
        implicit().ifPresent(names -> behaviour.set("implicit", names));
        registration.set("simulation", behaviour);
        return registration;
    }

    /// Of a proxy type: the names that Azure knows are there with what they are nested in; all names, where it lets
    /// none be put.
    private Optional<JsonNode> implicit() {
        if (place.kind() != Kind.PROXY || place.nested().isEmpty()) {
            return Optional.empty();
        }
        if (published.body() < 0) {
            return Optional.of(NODES.booleanNode(true));
        }
        ArrayNode words = NODES.arrayNode();
        Member.find(body, "name")
                .ifPresent(name -> name.types().stream()
                        .flatMap(type -> source.literals(type).stream())
                        .distinct()
                        .forEach(words::add));
        return Optional.<JsonNode>of(words).filter(names -> !names.isEmpty());
    }

    /// What a name has to match: one of some words, or a pattern and a length.
    private Optional<String> namePattern() {
        Optional<Member> name = Member.find(body, "name");
        if (name.isEmpty()) {
            return Optional.empty();
        }
        List<Integer> types = name.get().types();
        if (types.stream().allMatch(source::isClosed)) {
            List<String> words = types.stream()
                    .flatMap(type -> source.literals(type).stream())
                    .distinct()
                    .map(word -> word.matches("[A-Za-z0-9_-]+") ? word : Pattern.quote(word))
                    .toList();
            return Optional.of("(?i)" + String.join("|", words));
        }
        return types.size() == 1 ? textPattern(source.at(types.getFirst())) : Optional.empty();
    }

    private static Optional<String> textPattern(JsonNode text) {
        String pattern = text.path("pattern").asString("");
        boolean bounded = text.has("minLength") || text.has("maxLength");
        if (pattern.isEmpty() && !bounded) {
            return Optional.empty();
        }
        String length = "(?=.{" + text.path("minLength").asInt(1) + ","
                + (text.has("maxLength") ? text.path("maxLength").asString("") : "") + "}$)";
        boolean anchored = pattern.startsWith("^") && pattern.endsWith("$") && !pattern.contains("|");
        String rest = pattern.isEmpty() ? ".*" : anchored ? pattern : "(?=.*?(?:" + pattern + ")).*";
        return Optional.of((bounded ? length : "") + rest);
    }

    // -- actions ----------------------------------------------------------------------------------------------------

    /// The behaviour of actions, and under `declared` what they are.
    private ObjectNode actions() {
        ObjectNode behaviour = NODES.objectNode();
        ObjectNode declared = behaviour.putObject("declared");
        ObjectNode answers = NODES.objectNode();
        for (Function function : source.functions()) {
            boolean ofThis = published.body() >= 0
                    && function.version().equals(published.version())
                    && function.resourceType().equalsIgnoreCase(published.name());
            if (ofThis && isPossible(function, declared)) {
                declare(function, declared, answers);
            }
        }
        if (!answers.isEmpty()) {
            behaviour.set("actions", answers);
        }
        return behaviour;
    }

    private boolean isPossible(Function function, ObjectNode declared) {
        String name = name(function);
        boolean twice = declared.propertyNames().stream().anyMatch(name::equalsIgnoreCase);
        String lacking;
        if (!ACTION.matcher(name).matches() || place.nested().contains(name.toLowerCase(Locale.ROOT)) || twice) {
            lacking = "its name can't be that of an action here";
        } else if (!isObject(source.target(function.element().path("output")))) {
            lacking = "its answer is no object";
        } else if (function.element().has("input")
                && !isObject(source.target(function.element().path("input")))) {
            lacking = "its input is no object";
        } else {
            return true;
        }
        notes.add("the action " + name + " is left out: " + lacking);
        return false;
    }

    private static String name(Function function) {
        String written = function.name();
        return written.isEmpty() ? written : written.substring(0, 1).toLowerCase(Locale.ROOT) + written.substring(1);
    }

    private boolean isObject(int type) {
        return source.isObject(type) || source.kind(type).equals(TypeDefinitions.OBJECT);
    }

    private void declare(Function function, ObjectNode declared, ObjectNode answers) {
        String name = name(function);
        JsonNode element = function.element();
        int output = source.target(element.path("output"));
        ObjectNode action = declared.putObject(name);
        action.put("description", element.path("description").asString("POST " + name + "."));
        boolean secret = name.toLowerCase(Locale.ROOT).startsWith("list") || FlaggedPaths.isSecret(source, output);
        if (element.has("input")) {
            secret |= FlaggedPaths.isSecret(source, source.target(element.path("input")));
            action.set("input", parts.input(source.target(element.path("input"))));
        }
        action.set("output", parts.shown(List.of(output)));
        if (secret) {
            action.put("secret", true);
        }
        answers.putObject(name)
                .set("answer", new PlausibleValues(source, ArmNames.key(place.armType())).answer(output));
    }
}
