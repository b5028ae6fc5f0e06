package fairlead.server.arm.deployment;

import fairlead.armtemplate.Compiled;
import fairlead.server.resource.document.Documents;
import fairlead.stack.document.Address;
import fairlead.stack.document.Document;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a deployment shows of its template: `templateHash`, `parameters`, `providers`, `dependencies`,
/// `diagnostics`.
final class TemplateJson {

    private TemplateJson() {}

    static ObjectNode shown(Compiled compiled) {
        ObjectNode shown = Documents.empty();
        shown.put("templateHash", compiled.templateHash());
        ObjectNode parameters = shown.putObject("parameters");
        compiled.parameters().forEach((name, parameter) -> {
            ObjectNode told = parameters.putObject(name).put("type", parameter.type());
            parameter.value().ifPresent(value -> told.set("value", value));
        });
        Document document = compiled.document();
        providers(shown.putArray("providers"), document);
        ArrayNode dependencies = shown.putArray("dependencies");
        document.nodes().values().stream()
                .filter(TemplateJson::isMade)
                .forEach(node -> dependencies(dependencies, document, node));
        ArrayNode diagnostics = shown.putArray("diagnostics");
        document.warnings()
                .forEach(warning -> diagnostics
                        .addObject()
                        .put("level", "Warning")
                        .put("code", "TemplateWarning")
                        .put("message", warning)
                        .put("target", ""));
        return shown;
    }

    private static boolean isMade(Node node) {
        return node.kind() != Node.Kind.EXISTING;
    }

    /// What would be deployed.
    static void validated(ObjectNode properties, Compiled compiled) {
        var resources = properties.putArray("validatedResources");
        compiled.document().nodes().values().stream()
                .filter(node -> node.kind() != Node.Kind.EXISTING)
                .flatMap(node -> id(compiled.document(), node).stream())
                .forEach(id -> resources.addObject().put("id", id));
    }

    private static void providers(ArrayNode providers, Document document) {
        Map<String, Map<String, Set<String>>> namespaces = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        document.nodes().values().stream().filter(TemplateJson::isMade).forEach(node -> {
            int slash = node.type().indexOf('/');
            if (slash > 0) {
                namespaces
                        .computeIfAbsent(
                                node.type().substring(0, slash), _ -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER))
                        .computeIfAbsent(node.type().substring(slash + 1), _ -> new TreeSet<>())
                        .addAll(location(document, node).map(List::of).orElse(List.of()));
            }
        });
        namespaces.forEach((namespace, types) -> {
            ObjectNode provider = providers.addObject().put("namespace", namespace);
            ArrayNode listed = provider.putArray("resourceTypes");
            types.forEach((type, locations) -> {
                ArrayNode places = listed.addObject().put("resourceType", type).putArray("locations");
                locations.forEach(places::add);
            });
        });
    }

    private static Optional<String> location(Document document, Node node) {
        return Optional.ofNullable(document.addresses().get(node.key()))
                .map(Address::envelope)
                .flatMap(envelope -> switch (envelope) {
                    case Expression.ObjectOf(var members)
                    when members.get("location") instanceof Expression.Value value ->
                        Optional.ofNullable(value.value().stringValue(null));
                    case Expression.Value(var value, var _, var _) ->
                        Optional.ofNullable(value.path("location").stringValue(null));
                    default -> Optional.empty();
                });
    }

    private static void dependencies(ArrayNode dependencies, Document document, Node node) {
        List<Node> needed = node.needs().stream()
                .flatMap(key -> Optional.ofNullable(document.nodes().get(key)).stream())
                .filter(TemplateJson::isMade)
                .toList();
        if (needed.isEmpty()) {
            return;
        }
        ObjectNode dependency = dependencies.addObject();
        ArrayNode on = dependency.putArray("dependsOn");
        needed.forEach(need -> name(on.addObject(), document, need));
        name(dependency, document, node);
    }

    private static void name(ObjectNode json, Document document, Node node) {
        id(document, node).ifPresent(id -> {
            json.put("id", id);
            json.put("resourceType", node.type());
            json.put("resourceName", resourceName(id));
        });
    }

    /// The id of a node, if it does not depend on others.
    static Optional<String> id(Document document, Node node) {
        return Optional.ofNullable(document.addresses().get(node.key()))
                .map(Address::id)
                .flatMap(id -> id instanceof Expression.Value(var value, var _, var _)
                        ? Optional.ofNullable(value.stringValue(null))
                        : Optional.empty());
    }

    /// The names in an id, without those of what it is in: `server/database`.
    static String resourceName(String id) {
        int providers = id.toLowerCase(java.util.Locale.ROOT).lastIndexOf("/providers/");
        String[] parts = id.substring(providers < 0 ? 0 : providers + 11).split("/", -1);
        StringBuilder name = new StringBuilder();
        for (int i = providers < 0 ? parts.length - 1 : 2; i < parts.length; i += 2) {
            name.append(name.isEmpty() ? "" : "/").append(parts[i]);
        }
        return name.toString();
    }
}
