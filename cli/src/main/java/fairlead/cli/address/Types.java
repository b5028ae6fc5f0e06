package fairlead.cli.address;

import fairlead.cli.http.Server;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.schema.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// The types that the server has, by any of their names.
public final class Types {

    private final Server server;

    public Types(Server server) {
        this.server = server;
    }

    /// The type of that name: `Fairlead::Lab::Thing`, `Fairlead.Lab/things`, or the last part of either where only
    /// one type has it.
    ///
    /// @param apiVersion the version to use; empty for the type's default one
    public Type resolve(String name, Optional<String> apiVersion) throws InterruptedException {
        if (apiVersion.isPresent() && name.contains("/")) {
            return new Type("", name, apiVersion.get());
        }
        JsonNode entry = entry(name);
        return new Type(
                entry.path("typeName").asString(""),
                entry.path("armType").asString(""),
                apiVersion.orElseGet(() -> defaultApiVersion(entry)));
    }

    public static String defaultApiVersion(JsonNode entry) {
        return defaultVersion(entry).path("apiVersion").asString("");
    }

    /// What is said of the version that callers get who don't ask for one.
    public static JsonNode defaultVersion(JsonNode entry) {
        JsonNode wanted = entry.path("defaultVersion");
        return entry.path("versions")
                .valueStream()
                .filter(version -> version.path("version").equals(wanted))
                .findFirst()
                .orElseGet(MissingNode::getInstance);
    }

    /// The full name of the type of that name.
    public String typeName(String name) throws InterruptedException {
        return entry(name).path("typeName").asString("");
    }

    /// What the server says of the type of that name.
    public JsonNode entry(String name) throws InterruptedException {
        List<JsonNode> all =
                server.get("/fairlead/types").json().path("value").valueStream().toList();
        List<JsonNode> exact = all.stream().filter(entry -> named(entry, name)).toList();
        List<JsonNode> found = exact.isEmpty()
                ? all.stream().filter(entry -> endsWith(entry, name)).toList()
                : exact;
        return switch (found.size()) {
            case 1 -> found.getFirst();
            case 0 -> throw new Refused(Exit.NOT_FOUND, "there is no type " + name + meant(name, all));
            default -> throw new Refused(Exit.USAGE, name + " may be " + String.join(" or ", names(found)));
        };
    }

    /// The type whose name is close, or else how to find it.
    private static String meant(String name, List<JsonNode> all) {
        List<String> known = new ArrayList<>();
        for (JsonNode entry : all) {
            String typeName = entry.path("typeName").asString("");
            String armType = entry.path("armType").asString("");
            known.addAll(List.of(
                    typeName,
                    armType,
                    typeName.substring(typeName.lastIndexOf(':') + 1),
                    armType.substring(armType.lastIndexOf('/') + 1)));
        }
        String hint = Spelling.hint(name, known);
        return hint.isEmpty() ? "; 'fairlead types' lists them" : hint;
    }

    private static boolean named(JsonNode entry, String name) {
        return entry.path("typeName").asString("").equalsIgnoreCase(name)
                || entry.path("armType").asString("").equalsIgnoreCase(name);
    }

    private static boolean endsWith(JsonNode entry, String name) {
        String end = name.toLowerCase(Locale.ROOT);
        return entry.path("typeName").asString("").toLowerCase(Locale.ROOT).endsWith("::" + end)
                || entry.path("armType").asString("").toLowerCase(Locale.ROOT).endsWith("/" + end);
    }

    private static List<String> names(List<JsonNode> entries) {
        return entries.stream()
                .map(entry -> entry.path("typeName").asString(""))
                .toList();
    }

    /// The whole of one type, its schema included.
    public JsonNode describe(String typeName) throws InterruptedException {
        return server.get(path(typeName)).json();
    }

    /// Where that type is.
    public static String path(String typeName) {
        return "/fairlead/types/" + Address.encode(typeName);
    }
}
