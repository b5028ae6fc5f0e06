package fairlead.cli.schema;

import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.schema.ResourceSchema;
import fairlead.schema.data.Classification;
import fairlead.schema.text.JsonMistake;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The options of a command that makes a document of a schema: the schema's file, the files that it refers to,
/// and the output.
final class SchemaDocument {

    @Parameters(index = "0", paramLabel = "FILE", description = "the schema, JSON or YAML; - for standard input")
    private String file = "-";

    @Option(names = "--out", paramLabel = "FILE", description = "write here instead of to standard output")
    private Optional<Path> out = Optional.empty();

    @Mixin
    private ProfileOption profile = new ProfileOption();

    @Mixin
    private ReferenceOptions references = new ReferenceOptions();

    ResourceSchema read(Session session) {
        return SchemaFile.read(session, file, references.of(file), profile.get(), Exit.INVALID);
    }

    /// The classes of the type's data, as the registration file beside the schema says: `NAME.fairlead.json` beside
    /// `NAME.json`, or `fairlead.json`.
    Classification data(Session session) {
        Path schema = Path.of(file);
        String name = String.valueOf(schema.getFileName()).replaceFirst("\\.[a-z]+$", "");
        for (String beside : List.of(name + ".fairlead.json", "fairlead.json")) {
            Path registration = schema.resolveSibling(beside);
            if (!file.equals("-") && Files.exists(registration)) {
                try {
                    JsonNode classes = Documents.MAPPER
                            .readTree(Files.readAllBytes(registration))
                            .path("dataClasses");
                    return classes instanceof ObjectNode known ? Classification.read(known) : Classification.NONE;
                } catch (JacksonException wrong) {
                    session.note(registration + ": " + JsonMistake.of(wrong));
                } catch (IOException | IllegalArgumentException wrong) {
                    session.note(registration + ": " + wrong.getMessage());
                }
            }
        }
        return Classification.NONE;
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
