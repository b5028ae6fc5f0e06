package fairlead.cli.input;

import fairlead.cli.address.Type;
import fairlead.cli.address.Types;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.schema.text.JsonMistake;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The options for the desired state of a resource, and the request body made of them.
///
/// A file holds the properties alone, or a whole resource as `get -o json` writes it. The other options override
/// the values of the file.
public final class Documents {

    public static final JsonMapper MAPPER = Answer.MAPPER;

    private static final Set<String> SENT =
            Set.of("location", "tags", "properties", "identity", "sku", "kind", "plan", "zones", "managedBy");
    private static final Set<String> ANSWERED = Set.of("id", "name", "type", "systemData", "etag");

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "JSON: the properties, or a whole resource as 'get -o json' writes it; - for standard input")
    private Optional<String> file = Optional.empty();

    @Option(
            names = {"-p", "--property"},
            paramLabel = "PATH=VALUE",
            description = "one property, laid over the file: Size=3, Disk.Kind=ssd, Nodes[0].Name=a; the value is JSON,"
                    + " or text where it is none or the schema wants text")
    private List<String> properties = new ArrayList<>();

    @Option(names = "--tag", paramLabel = "NAME=VALUE", description = "one tag")
    private List<String> tags = new ArrayList<>();

    /// The schema that helps to understand assignments; an empty one where there are none.
    public Schema schema(Session session, Type type) throws InterruptedException {
        if (properties.isEmpty() || type.typeName().isEmpty()) {
            return new Schema(MAPPER.createObjectNode());
        }
        return new Schema(new Types(session.server()).describe(type.typeName()).path("schema"));
    }

    public static Request request(Request.Method method, String path, JsonNode body) {
        return Request.of(method, path, "application/json", MAPPER.writeValueAsBytes(body));
    }

    public ObjectNode body(Session session, Schema schema) {
        ObjectNode body = file.map(name -> resource(session, name)).orElseGet(MAPPER::createObjectNode);
        if (!properties.isEmpty()) {
            ObjectNode target =
                    body.path("properties") instanceof ObjectNode known ? known : body.putObject("properties");
            properties.stream().map(Assignment::parse).forEach(assignment -> assignment.apply(target, schema));
        }
        tags.forEach(tag -> tag(body, tag));
        return body;
    }

    private static void tag(ObjectNode body, String tag) {
        int equals = tag.indexOf('=');
        if (equals < 1) {
            throw new Refused(Exit.USAGE, "--tag takes name=value, found '" + tag + "'");
        }
        ObjectNode tags = body.path("tags") instanceof ObjectNode known ? known : body.putObject("tags");
        tags.put(tag.substring(0, equals), tag.substring(equals + 1));
    }

    private static ObjectNode resource(Session session, String file) {
        ObjectNode document = object(session, file);
        if (!wholeResource(document)) {
            ObjectNode body = MAPPER.createObjectNode();
            body.set("properties", document);
            return body;
        }
        document.remove(ANSWERED);
        if (document.path("properties") instanceof ObjectNode properties) {
            properties.remove("provisioningState");
        }
        return document;
    }

    /// Whether it is a whole resource: it has nothing but an envelope's members, `properties` among them.
    private static boolean wholeResource(ObjectNode document) {
        return document.path("properties").isObject()
                && document.propertyNames().stream().allMatch(name -> SENT.contains(name) || ANSWERED.contains(name));
    }

    /// The JSON object in that file.
    public static ObjectNode object(Session session, String file) {
        String name = file.equals("-") ? "standard input" : file;
        try {
            JsonNode tree = MAPPER.readTree(session.read(file));
            if (tree instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException noJson) {
            throw new Refused(Exit.INVALID, name + " is no JSON: " + where(noJson));
        }
        throw new Refused(Exit.INVALID, name + " holds no JSON object");
    }

    private static String where(JacksonException noJson) {
        var place = noJson.getLocation();
        String at = place == null ? "" : "line %d, column %d: ".formatted(place.getLineNr(), place.getColumnNr());
        return at + JsonMistake.of(noJson);
    }
}
