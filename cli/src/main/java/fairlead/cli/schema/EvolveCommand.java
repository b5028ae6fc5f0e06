package fairlead.cli.schema;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Palette;
import fairlead.cli.terminal.Table;
import fairlead.schema.ResourceSchema;
import fairlead.schema.evolution.Evolution;
import fairlead.schema.evolution.rule.SchemaChange;
import fairlead.schema.evolution.rule.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "evolve",
        description = "Compare two versions of a resource type schema, and say what breaks and for whom.",
        footer = {
            "",
            "It needs no server. It exits with 0 if nothing breaks, with 1 if something does, and with 2 on trouble."
        })
public final class EvolveCommand implements Callable<Integer> {

    private final Session session;

    /// Who the comparison is for.
    enum Format {
        TABLE,
        JSON
    }

    @Parameters(
            index = "0",
            paramLabel = "OLD",
            description = "the schema as it was, JSON or YAML; - for standard input")
    private String older = "";

    @Parameters(index = "1", paramLabel = "NEW", description = "the schema as it is to be")
    private String newer = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table for people, json for programs (else table)")
    private Format format = Format.TABLE;

    @Mixin
    private ProfileOption profile = new ProfileOption();

    @Mixin
    private ReferenceOptions references = new ReferenceOptions();

    public EvolveCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Evolution evolution = Evolution.between(schema(older), schema(newer));
        switch (format) {
            case TABLE -> tell(evolution);
            case JSON -> session.print(json(evolution).toString().getBytes(StandardCharsets.UTF_8));
        }
        return evolution.verdict() == Verdict.BREAKING ? Exit.FAILED.code() : Exit.OK.code();
    }

    private ResourceSchema schema(String file) {
        return SchemaFile.read(session, file, references.of(file), profile.get(), Exit.USAGE);
    }

    private void tell(Evolution evolution) {
        if (evolution.changes().isEmpty()) {
            session.note("nothing has changed that matters");
            return;
        }
        Table table = new Table()
                .column("VERDICT", this::painted)
                .key("RULE")
                .key("WHERE")
                .column("OLD")
                .column("NEW")
                .column("WHY");
        for (SchemaChange change : evolution.changes()) {
            table.row(
                    change.verdict().wireName(),
                    change.rule(),
                    change.pointer(),
                    text(change.before()),
                    text(change.after()),
                    change.reason());
        }
        session.print(table);
        session.note("%d breaking, %d risky, %d compatible"
                .formatted(
                        count(evolution, Verdict.BREAKING),
                        count(evolution, Verdict.RISKY),
                        count(evolution, Verdict.COMPATIBLE)));
    }

    private static long count(Evolution evolution, Verdict verdict) {
        return evolution.changes().stream()
                .filter(change -> change.verdict() == verdict)
                .count();
    }

    private static String text(Optional<JsonNode> value) {
        return value.map(node -> node.isString() ? node.stringValue() : node.toString())
                .orElse("");
    }

    private String painted(String verdict) {
        Palette palette = session.outPalette();
        return switch (verdict.charAt(0)) {
            case 'b' -> palette.red(verdict);
            case 'r' -> palette.yellow(verdict);
            default -> palette.green(verdict);
        };
    }

    private static ObjectNode json(Evolution evolution) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("verdict", evolution.verdict().wireName());
        ArrayNode changes = json.putArray("changes");
        evolution.changes().forEach(change -> changes.add(change.toJson()));
        return json;
    }
}
