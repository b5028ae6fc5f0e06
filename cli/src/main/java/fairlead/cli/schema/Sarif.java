package fairlead.cli.schema;

import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import fairlead.schema.check.Checked;
import fairlead.schema.check.Placed;
import fairlead.schema.check.Rule;
import fairlead.schema.check.Rules;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A report for code scanners: "Static Analysis Results Interchange Format (SARIF) 2.1.0".
public final class Sarif {

    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

    private final Map<String, Integer> indexes = new LinkedHashMap<>();

    private Sarif() {}

    /// @param version the version of this command
    public static ObjectNode of(Report report, String version) {
        return new Sarif().log(report, version);
    }

    private ObjectNode log(Report report, String version) {
        ObjectNode log = JsonNodeFactory.instance.objectNode();
        log.put("$schema", SCHEMA).put("version", "2.1.0");
        ObjectNode run = log.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver");
        driver.put("name", "fairlead").put("version", version);
        ArrayNode rules = driver.putArray("rules");
        run.put("columnKind", "utf16CodeUnits");
        run.putObject("properties").put("metaSchema", ResourceSchema.META_SCHEMA);
        ArrayNode results = run.putArray("results");
        for (Checked file : report.files()) {
            file.findings().forEach(placed -> results.add(result(file.file(), placed)));
        }
        indexes.keySet().forEach(id -> rules.add(rule(Rules.of(id))));
        return log;
    }

    private static ObjectNode rule(Rule rule) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", rule.id());
        json.putObject("shortDescription").put("text", rule.what());
        json.putObject("help").put("text", rule.mend());
        return json;
    }

    private ObjectNode result(String file, Placed placed) {
        Finding finding = placed.finding();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("ruleId", finding.id());
        int next = indexes.size();
        json.put("ruleIndex", indexes.computeIfAbsent(finding.id(), _ -> next));
        json.put("level", finding.isError() ? "error" : "warning");
        json.putObject("message").put("text", finding.message());
        ObjectNode location = json.putArray("locations").addObject();
        ObjectNode physical = location.putObject("physicalLocation");
        physical.putObject("artifactLocation").put("uri", uri(file));
        physical.putObject("region")
                .put("startLine", placed.position().line())
                .put("startColumn", placed.position().column());
        if (!finding.pointer().isEmpty()) {
            location.putArray("logicalLocations").addObject().put("fullyQualifiedName", finding.pointer());
        }
        return json;
    }

    /// Relative to where the command runs, as scanners want it; absolute where the file was named so.
    private static String uri(String file) {
        Path path = Path.of(file);
        try {
            String plain = path.normalize().toString().replace('\\', '/');
            // What stands before a colon would be a scheme.
            boolean colon = plain.indexOf(':') >= 0;
            return path.isAbsolute()
                    ? path.toUri().toASCIIString()
                    : new URI(null, null, colon ? "./" + plain : plain, null).toASCIIString();
        } catch (URISyntaxException e) {
            return path.toUri().toASCIIString();
        }
    }
}
