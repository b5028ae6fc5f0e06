package fairlead.server.admin;

import fairlead.host.Isolation;
import fairlead.schema.Finding;
import fairlead.schema.HandlerKind;
import fairlead.schema.Profile;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.archive.PassedContract;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Types as JSON.
final class TypeJson {

    private TypeJson() {}

    /// A type as lists show it.
    ///
    /// @param resources how many there are of it
    static ObjectNode summary(RegisteredType type, long resources) {
        TypeVersion current = type.current();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("typeName", type.name().toString());
        json.put("armType", current.armType().toString());
        json.put("defaultVersion", current.versionId());
        ArrayNode versions = json.putArray("versions");
        type.versions().forEach(version -> versions.add(version(version)));
        current.parent().ifPresent(parent -> json.put("parent", parent.toString()));
        json.put("source", current.source().name().toLowerCase(Locale.ROOT));
        if (current.registration().simulation().isPresent()) {
            json.put("simulated", true);
        }
        if (current.registration().smithy().isPresent()) {
            json.put("modelDriven", true);
        }
        current.registration().template().ifPresent(composition -> {
            ArrayNode uses = json.putArray("madeOf");
            composition.uses().forEach(name -> uses.add(name.toString()));
        });
        ArrayNode handlers = json.putArray("handlers");
        for (HandlerKind kind : HandlerKind.values()) {
            if (current.outline().handlers().contains(kind)) {
                handlers.add(kind.wireName());
            }
        }
        return json.put("resources", resources);
    }

    private static ObjectNode version(TypeVersion version) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("version", version.versionId())
                .put("apiVersion", version.apiVersion())
                .put("digest", version.digest())
                .put("registeredAt", version.registeredAt().toString());
        if (version.registration().profile() != Profile.STRICT) {
            json.put("profile", version.registration().profile().wireName());
        }
        version.registration().needs().egress().destinations().ifPresent(destinations -> {
            ArrayNode egress = json.putArray("egress");
            destinations.forEach(destination -> egress.add(destination.toString()));
            json.put("egressEnforced", Isolation.confinesConnections());
        });
        switch (version.source()) {
            case REGISTERED -> tested(json, version.tested());
            case SHIPPED -> {}
        }
        return json;
    }

    private static void tested(ObjectNode json, Optional<PassedContract> tested) {
        json.put("tested", tested.isPresent());
        tested.ifPresent(tests -> json.putObject("tests")
                .put("at", tests.at().toString())
                .put("passed", tests.passed())
                .put("skipped", tests.skipped()));
    }

    /// A type with the schema of its default version.
    static ObjectNode whole(RegisteredType type, long resources, ObjectNode values) {
        ObjectNode json = summary(type, resources);
        json.put("description", type.current().outline().description());
        json.set("configuration", configuration(type, values));
        json.set("schema", type.current().schema().document());
        return json;
    }

    /// What can be configured and what is, and never to what.
    static ObjectNode configuration(RegisteredType type, ObjectNode values) {
        ObjectNode declared = type.current().schema().document();
        JsonNode form = declared.path("typeConfiguration");
        Set<String> names = new TreeSet<>(form.path("properties").propertyNames());
        names.addAll(values.propertyNames());
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode properties = json.putArray("properties");
        for (String name : names) {
            boolean required = form.path("required").values().stream()
                    .anyMatch(key -> key.asString("").equals(name));
            properties.addObject().put("name", name).put("required", required).put("set", values.has(name));
        }
        return json.put(
                "valid", type.current().schema().validateConfiguration(values).isEmpty());
    }

    static ArrayNode findings(List<Finding> findings) {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        for (Finding finding : findings) {
            json.addObject()
                    .put("severity", finding.severity().name())
                    .put("id", finding.id())
                    .put("pointer", finding.pointer())
                    .put("message", finding.message());
        }
        return json;
    }
}
