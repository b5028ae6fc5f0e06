package fairlead.cli.schema;

import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import fairlead.schema.check.Checked;
import fairlead.schema.check.Placed;
import fairlead.schema.check.Rules;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A report for programs.
public final class JsonReport {

    private JsonReport() {}

    public static ObjectNode of(Report report) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("metaSchema", ResourceSchema.META_SCHEMA);
        json.putObject("summary")
                .put("schemas", report.files().size())
                .put("errors", report.errors())
                .put("warnings", report.warnings())
                .put("otherFiles", report.others());
        ArrayNode files = json.putArray("files");
        report.files().forEach(file -> files.add(file(file)));
        return json;
    }

    private static ObjectNode file(Checked file) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("file", file.file());
        file.schema().ifPresent(schema -> json.put("typeName", schema.typeName().toString()));
        json.put("valid", file.errors() == 0);
        ArrayNode findings = json.putArray("findings");
        for (Placed placed : file.findings()) {
            Finding finding = placed.finding();
            findings.addObject()
                    .put("severity", finding.severity().name().toLowerCase(Locale.ROOT))
                    .put("id", finding.id())
                    .put("pointer", finding.pointer())
                    .put("line", placed.position().line())
                    .put("column", placed.position().column())
                    .put("message", finding.message())
                    .put("mend", Rules.of(finding.id()).mend());
        }
        return json;
    }
}
