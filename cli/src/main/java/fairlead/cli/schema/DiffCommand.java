package fairlead.cli.schema;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Palette;
import fairlead.schema.diff.Diff;
import fairlead.schema.source.Fault;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "diff",
        description = "Compare two sets of properties by the meaning that a schema gives them, and say what each change"
                + " does to the resource.",
        footer = {
            "",
            "Order counts where the schema says so, 1 is 1.0, and what is left out is its default. Write-only values"
                    + " are never shown.",
            "It needs no server. It exits with 0 if both are the same, with 1 if they differ, and with 2 on trouble."
        })
public final class DiffCommand implements Callable<Integer> {

    private final Session session;

    /// Who the comparison is for.
    enum Format {
        TEXT,
        JSON
    }

    @Parameters(
            index = "0",
            paramLabel = "BEFORE",
            description = "JSON or YAML: the properties as they are; - for standard input")
    private String before = "";

    @Parameters(index = "1", paramLabel = "AFTER", description = "JSON or YAML: the properties as they should be")
    private String after = "";

    @Option(names = "--schema", paramLabel = "FILE", description = "the schema of their type")
    private Optional<String> schema = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text for people, json for programs: a JSON Patch with the effect of each operation"
                    + " (else text)")
    private Format format = Format.TEXT;

    @Mixin
    private ProfileOption profile = new ProfileOption();

    @Mixin
    private ReferenceOptions references = new ReferenceOptions();

    public DiffCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ObjectNode a = properties(before);
        ObjectNode b = properties(after);
        String file = schema.orElseThrow(() -> noSchema(a, b));
        Diff diff = Diff.between(SchemaFile.read(session, file, references.of(file), profile.get(), Exit.USAGE), a, b);
        switch (format) {
            case TEXT -> diff.text().lines().map(this::painted).forEach(session.out()::println);
            case JSON -> session.print(diff.toJson().toString().getBytes(StandardCharsets.UTF_8));
        }
        return diff.isEmpty() ? Exit.OK.code() : Exit.FAILED.code();
    }

    private ObjectNode properties(String file) {
        byte[] content = session.read(file);
        String name = file.equals("-") ? "standard input" : file;
        return switch (Notation.of(file, content).read(content)) {
            case Source.Malformed(Fault fault) -> throw unreadable(name, fault);
            case Source.Document(var root, List<Fault> faults, var _) -> {
                if (!faults.isEmpty()) {
                    throw unreadable(name, faults.getFirst());
                }
                if (root instanceof ObjectNode object) {
                    yield object;
                }
                throw new Refused(Exit.USAGE, name + " holds no object");
            }
        };
    }

    private static Refused unreadable(String file, Fault fault) {
        return new Refused(Exit.USAGE, file + ":" + fault.position() + ": " + fault.message());
    }

    private Refused noSchema(ObjectNode a, ObjectNode b) {
        return a.has("typeName") && b.has("typeName")
                ? new Refused(
                        Exit.USAGE,
                        "both are schemas, and 'fairlead evolve " + before + " " + after + "' compares those")
                : new Refused(Exit.USAGE, "--schema FILE says by which schema to compare");
    }

    private String painted(String line) {
        Palette palette = session.outPalette();
        return switch (line.strip().charAt(0)) {
            case '+' -> palette.green(line);
            case '-' -> palette.red(line);
            default -> line;
        };
    }
}
