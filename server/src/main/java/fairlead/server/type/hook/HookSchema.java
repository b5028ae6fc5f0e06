package fairlead.server.type.hook;

import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.schema.text.JsonMistake;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.Problem.InvalidBody;
import fairlead.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What a version of a hook declares: its schema, as `provider.definition.schema.hooks.v1` has it.
public final class HookSchema {

    private static final Set<String> MEMBERS = Set.of(
            "$schema",
            "$id",
            "$comment",
            "type",
            "typeName",
            "title",
            "description",
            "sourceUrl",
            "documentationUrl",
            "additionalProperties",
            "definitions",
            "handlers",
            "remote",
            "deprecatedProperties",
            "required",
            "allOf",
            "anyOf",
            "oneOf",
            "typeConfiguration");

    private final byte[] source;
    private final TypeName name;
    private final ObjectNode document;
    private final ResourceSchema configuration;
    private final Map<HookPoint, List<NamePattern>> targets;

    private HookSchema(
            byte[] source,
            TypeName name,
            ObjectNode document,
            ResourceSchema configuration,
            Map<HookPoint, List<NamePattern>> targets) {
        this.source = source;
        this.name = name;
        this.document = document;
        this.configuration = configuration;
        this.targets = targets;
    }

    /// Reads a schema; a problem with all that is wrong with it.
    public static HookSchema read(byte[] bytes) {
        try {
            if (JsonMapper.shared().readTree(bytes) instanceof ObjectNode document) {
                return read(bytes, document);
            }
            throw new ProblemException(InvalidBody.of("hook.schema", "expected a JSON object", place("")));
        } catch (JacksonException malformed) {
            throw new ProblemException(
                    InvalidBody.of("hook.schema", "it is not JSON: " + JsonMistake.of(malformed), place("")));
        }
    }

    private static HookSchema read(byte[] source, ObjectNode document) {
        List<Detail> wrong = new ArrayList<>();
        document.propertyNames().stream()
                .filter(member -> !MEMBERS.contains(member))
                .forEach(member -> wrong(wrong, "/" + member, "the schema of a hook has no such member"));
        if (!document.path("type").asString("HOOK").equals("HOOK")) {
            wrong(wrong, "/type", "expected \"HOOK\"");
        }
        if (document.path("description").asString("").isEmpty()) {
            wrong(wrong, "/description", "expected a description");
        }
        JsonNode others = document.path("additionalProperties");
        if (!others.isBoolean() || others.booleanValue()) {
            wrong(wrong, "/additionalProperties", "expected false");
        }
        Optional<TypeName> name = name(document.path("typeName").asString(""));
        if (name.isEmpty()) {
            wrong(wrong, "/typeName", "expected a name such as Example::Guard::Hook");
        }
        Map<HookPoint, List<NamePattern>> targets = targets(document.path("handlers"), wrong);
        Optional<ResourceSchema> configuration = configuration(document, wrong);
        if (!wrong.isEmpty()) {
            throw new ProblemException(new InvalidBody(wrong));
        }
        return new HookSchema(source, name.orElseThrow(), document, configuration.orElseThrow(), targets);
    }

    private static Optional<TypeName> name(String text) {
        try {
            return Optional.of(TypeName.parse(text));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    private static Map<HookPoint, List<NamePattern>> targets(JsonNode handlers, List<Detail> wrong) {
        Map<HookPoint, List<NamePattern>> targets = new EnumMap<>(HookPoint.class);
        List<String> known = new ArrayList<>();
        for (HookPoint point : HookPoint.values()) {
            known.add(point.handler());
            if (handlers.has(point.handler())) {
                targets.put(point, targetNames(handlers.path(point.handler()), "/handlers/" + point.handler(), wrong));
            }
        }
        handlers.propertyNames().stream()
                .filter(handler -> !known.contains(handler))
                .forEach(handler -> wrong(wrong, "/handlers/" + handler, "expected one of " + known));
        if (targets.isEmpty()) {
            wrong(wrong, "/handlers", "expected at least one of " + known + ": else the hook is never asked");
        }
        return targets;
    }

    private static List<NamePattern> targetNames(JsonNode handler, String place, List<Detail> wrong) {
        List<NamePattern> names = new ArrayList<>();
        for (JsonNode name : handler.path("targetNames")) {
            NamePattern.parse(name.asString(""))
                    .ifPresentOrElse(
                            names::add,
                            () -> wrong(wrong, place + "/targetNames", "expected names of types, found " + name));
        }
        if (!handler.path("targetNames").isArray()
                || handler.path("targetNames").isEmpty()) {
            wrong(wrong, place + "/targetNames", "expected an array of the names of types, in which * and ? may be");
        }
        if (!handler.path("permissions").isArray()) {
            wrong(wrong, place + "/permissions", "expected an array");
        }
        handler.propertyNames().stream()
                .filter(member -> !member.equals("targetNames") && !member.equals("permissions"))
                .forEach(member -> wrong(wrong, place + "/" + member, "a handler of a hook has no such member"));
        return List.copyOf(names);
    }

    /// The schema of the configuration is that of a type which has nothing else. A hook need not have any properties.
    private static Optional<ResourceSchema> configuration(ObjectNode document, List<Detail> wrong) {
        if (!(document.get("typeConfiguration") instanceof ObjectNode configuration)
                || !configuration.path("properties").isObject()) {
            wrong(wrong, "/typeConfiguration", "expected an object with \"properties\", which may be empty");
            return Optional.empty();
        }
        ObjectNode type = JsonMapper.shared().createObjectNode();
        type.put("typeName", "Example::Hook::Configuration").put("description", "The configuration of a hook.");
        type.put("additionalProperties", false);
        type.putObject("properties").putObject("Id").put("type", "string");
        type.putArray("primaryIdentifier").add("/properties/Id");
        if (!configuration.path("properties").isEmpty()) {
            type.set("typeConfiguration", configuration);
        }
        if (document.has("definitions")) {
            type.set("definitions", document.path("definitions"));
        }
        return switch (ResourceSchema.load(type)) {
            case Loaded.Valid(var schema, var _) -> Optional.of(schema);
            case Loaded.Invalid(var findings) -> {
                findings.stream()
                        .filter(Finding::isError)
                        .forEach(finding -> wrong(wrong, finding.pointer(), finding.message()));
                yield Optional.empty();
            }
        };
    }

    private static void wrong(List<Detail> wrong, String pointer, String message) {
        wrong.add(new Detail("hook.schema", message, place(pointer)));
    }

    private static String place(String pointer) {
        return "schema.json" + (pointer.isEmpty() ? "" : "#" + pointer);
    }

    public TypeName name() {
        return name;
    }

    /// As it was registered.
    public ObjectNode document() {
        return document;
    }

    /// The file.
    byte[] bytes() {
        return source;
    }

    public String description() {
        return document.path("description").asString("");
    }

    /// What is wrong with the properties of a configuration.
    List<Finding> validate(ObjectNode properties) {
        return configuration.validateConfiguration(properties);
    }

    /// Whether it has a handler for such a change of resources of that type.
    boolean handles(HookPoint point, TypeName target) {
        return targets.getOrDefault(point, List.of()).stream().anyMatch(pattern -> pattern.matches(target));
    }
}
