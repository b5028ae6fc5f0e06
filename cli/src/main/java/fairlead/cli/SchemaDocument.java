package fairlead.cli;

import fairlead.cli.terminal.Text;
import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.source.Fault;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The options of a command that makes a document of a schema: the schema's file, and where the document goes.
final class SchemaDocument {

    @Parameters(index = "0", paramLabel = "FILE", description = "the schema, JSON or YAML; - for standard input")
    private String file = "-";

    @Option(names = "--out", paramLabel = "FILE", description = "write here instead of to standard output")
    private Optional<Path> out = Optional.empty();

    /// The schema; what is wrong with it is told line by line.
    ResourceSchema read(Session session) {
        byte[] content = session.read(file);
        return switch (Notation.of(file, content).read(content)) {
            case Source.Document(var root, List<Fault> faults, var _) -> {
                if (!faults.isEmpty()) {
                    throw refusal(session, faults.stream().map(Finding::of).toList());
                }
                yield switch (ResourceSchema.load(root)) {
                    case Loaded.Valid(ResourceSchema schema, var _) -> schema;
                    case Loaded.Invalid(List<Finding> findings) -> throw refusal(session, findings);
                };
            }
            case Source.Malformed(Fault fault) -> throw refusal(session, List.of(Finding.of(fault)));
        };
    }

    private Refused refusal(Session session, List<Finding> findings) {
        findings.stream().filter(Finding::isError).forEach(finding -> session.note(Text.line(finding.toString())));
        return new Refused(Exit.INVALID, (file.equals("-") ? "standard input" : file) + " is no valid schema");
    }

    /// Writes the document, with a line's end behind it.
    void write(Session session, String document) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(document.getBytes(StandardCharsets.UTF_8));
        if (!document.endsWith("\n")) {
            bytes.write('\n');
        }
        if (out.isEmpty()) {
            session.out().writeBytes(bytes.toByteArray());
            session.out().flush();
            return;
        }
        try {
            Files.write(out.get(), bytes.toByteArray());
        } catch (IOException failure) {
            throw new Refused(Exit.INVALID, "can't write " + out.get() + ": " + failure.getMessage());
        }
    }
}
