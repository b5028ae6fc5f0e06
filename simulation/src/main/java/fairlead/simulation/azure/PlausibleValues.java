package fairlead.simulation.azure;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Values that a reader expects of what Azure makes: the addresses of a resource, its keys, states and ids.
/// Texts are templates of a behaviour file.
final class PlausibleValues {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String GUID = "${random:8}-0000-4000-a000-${random:12}";

    /// 88 characters, as the keys of most services have.
    private static final String KEY = "${random:64}${random:22}==";

    private static final int DEEPEST = 6;

    private static final List<String> GOOD = List.of(
            "Succeeded",
            "Enabled",
            "Active",
            "Available",
            "available",
            "Ready",
            "Running",
            "Online",
            "Approved",
            "Accepted",
            "Connected",
            "Full",
            "Normal",
            "OK",
            "Ok");

    private static final Set<String> GUIDS = Set.of(
            "resourceguid",
            "principalid",
            "tenantid",
            "clientid",
            "objectid",
            "uniqueid",
            "uniqueidentifier",
            "immutableid");

    /// By the name of the property, and the beginning of the type's key where several services have it.
    private static final Map<String, String> ADDRESSES = Map.ofEntries(
            Map.entry("microsoft.sql/fullyqualifieddomainname", "${name}.database.windows.net"),
            Map.entry("microsoft.web/defaulthostname", "${name}.azurewebsites.net"),
            Map.entry("microsoft.cache/hostname", "${name}.redis.cache.windows.net"),
            Map.entry("microsoft.documentdb/documentendpoint", "https://${name}.documents.azure.com:443/"),
            Map.entry("microsoft.keyvault/vaulturi", "https://${name}.vault.azure.net/"),
            Map.entry("microsoft.network/fqdn", "${name}.${region}.cloudapp.azure.com"),
            Map.entry("microsoft.network/cname", "${name}.azurefd.net"),
            Map.entry("servicebusendpoint", "https://${name}.servicebus.windows.net:443/"),
            Map.entry("metricid", "${account}:${name}"),
            Map.entry("primarylocation", "${region}"),
            Map.entry("ipaddress", "203.0.113.10"));

    private static final Map<String, Integer> PORTS = Map.of("sslport", 6380, "port", 6379);

    private final TypeDefinitions source;
    private final String namespace;
    private final String bus;

    /// @param key of the ARM type
    PlausibleValues(TypeDefinitions source, String key) {
        this.source = source;
        this.namespace = key.substring(0, key.indexOf('/'));
        // Rules of access are nested in the namespace whose address they are for.
        this.bus = key.startsWith(namespace + "/namespaces/") ? "${/namespacesName}" : "${name}";
    }

    // -- read-only properties ---------------------------------------------------------------------------------------

    /// The values of a read-only property at the top, as a behaviour file has them.
    void add(Member member, ObjectNode values) {
        String place = "/" + member.name();
        if (member.types().size() == 1 && source.isObject(member.types().getFirst())) {
            Member.of(source, member.types()).stream()
                    .filter(Member::isNameable)
                    .forEach(inner -> value(inner, member.name())
                            .ifPresent(value -> values.set(place + "/" + inner.name(), value)));
        } else {
            value(member, "").ifPresent(value -> values.set(place, value));
        }
    }

    private Optional<JsonNode> value(Member member, String holder) {
        if (member.types().stream().allMatch(type -> source.kind(type).equals(TypeDefinitions.ARRAY))) {
            return holder.isEmpty() ? Optional.of(constant(NODES.arrayNode())) : Optional.empty();
        }
        String name = member.name().toLowerCase(Locale.ROOT);
        int type = member.types().getFirst();
        if (source.kind(type).equals(TypeDefinitions.INTEGER)) {
            return Optional.ofNullable(PORTS.get(name))
                    .or(() -> Optional.of(0).filter(_ -> name.endsWith("count") || name.startsWith("sizein")))
                    .map(number -> constant(NODES.numberNode(number)));
        }
        if (!source.isText(type)) {
            return Optional.empty();
        }
        return address(name, holder)
                .or(() -> Optional.of(GUID).filter(_ -> GUIDS.contains(name)))
                .map(text -> (JsonNode) NODES.objectNode().put("text", text))
                .or(() -> good(source.literals(type)).map(word -> constant(NODES.stringNode(word))));
    }

    private Optional<String> address(String name, String holder) {
        if (holder.toLowerCase(Locale.ROOT).endsWith("endpoints") && namespace.equals("microsoft.storage")) {
            return Optional.of("https://${name}." + (name.equals("web") ? "z1.web" : name) + ".core.windows.net/");
        }
        return Optional.ofNullable(ADDRESSES.get(namespace + "/" + name))
                .or(() -> Optional.ofNullable(ADDRESSES.get(name)));
    }

    private static JsonNode constant(JsonNode value) {
        ObjectNode source = NODES.objectNode();
        source.set("value", value);
        return source;
    }

    private static Optional<String> good(List<String> words) {
        return GOOD.stream().filter(words::contains).findFirst();
    }

    // -- answers of actions -----------------------------------------------------------------------------------------

    /// What an action answers: every member once, lists with one item, lists of keys with two.
    ObjectNode answer(int output) {
        return object(output, -1, 0);
    }

    private ObjectNode object(int type, int index, int depth) {
        ObjectNode made = NODES.objectNode();
        Member.of(source, List.of(type))
                .forEach(member -> made.set(
                        member.name(), answered(member.name(), member.types().getFirst(), index, depth + 1)));
        made.removeIf(JsonNode::isMissingNode);
        return made;
    }

    /// Missing, if nothing can be said of it.
    private JsonNode answered(String name, int type, int index, int depth) {
        JsonNode element = source.at(type);
        return switch (source.kind(type)) {
            case TypeDefinitions.BOOLEAN -> NODES.booleanNode(true);
            case TypeDefinitions.INTEGER ->
                NODES.numberNode(element.path("minValue").asInt(0));
            case TypeDefinitions.ARRAY -> {
                ArrayNode items = NODES.arrayNode();
                boolean keys = name.equalsIgnoreCase("keys");
                int count = depth >= DEEPEST ? 0 : keys ? 2 : 1;
                for (int i = 0; i < count; i++) {
                    JsonNode item = answered(name, source.target(element.path("itemType")), keys ? i : -1, depth + 1);
                    if (!item.isMissingNode()) {
                        items.add(item);
                    }
                }
                yield items;
            }
            case TypeDefinitions.OBJECT, TypeDefinitions.DISCRIMINATED ->
                depth >= DEEPEST ? NODES.objectNode() : object(type, index, depth);
            case TypeDefinitions.ANY -> NODES.missingNode();
            default -> NODES.stringNode(text(name, type, index));
        };
    }

    private String text(String written, int type, int index) {
        List<String> literals = source.literals(type);
        if (!literals.isEmpty()) {
            return good(literals).orElse(literals.getFirst());
        }
        String name = written.toLowerCase(Locale.ROOT);
        if (name.equals("keyname")) {
            return index < 0 ? "${name}" : "key" + (index + 1);
        }
        if (name.endsWith("connectionstring")) {
            return namespace.equals("microsoft.documentdb")
                    ? "AccountEndpoint=https://${name}.documents.azure.com:443/;AccountKey=" + KEY + ";"
                    : "Endpoint=sb://" + bus + ".servicebus.windows.net/;SharedAccessKeyName=${name}"
                            + ";SharedAccessKey=" + KEY;
        }
        if (name.endsWith("key")
                || name.equals("value")
                || name.contains("password")
                || name.contains("secret")
                || name.contains("token")) {
            return KEY;
        }
        if (name.endsWith("time") || name.endsWith("date") || name.endsWith("timestamp")) {
            return "2026-01-01T00:00:00Z";
        }
        if (name.endsWith("uri") || name.endsWith("url") || name.endsWith("endpoint")) {
            return "https://${name}.example/";
        }
        return GUIDS.contains(name) ? GUID : "${name}";
    }
}
