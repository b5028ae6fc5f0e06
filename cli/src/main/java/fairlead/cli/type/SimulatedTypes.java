package fairlead.cli.type;

import fairlead.cli.bundle.RegistrationValues;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.schema.FindingLines;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Outline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Registers schemas that the server simulates: one schema, or all in a folder and below it.
///
/// Beside a schema `NAME.json` may be `NAME.behaviour.json` and a registration file `NAME.fairlead.json`. Many
/// schemas go to the server in few requests.
final class SimulatedTypes {

    private static final String ENDING = ".json";
    private static final String BEHAVIOUR = ".behaviour.json";
    private static final String REGISTRATION = ".fairlead.json";
    private static final int MOST_FILES = 400;
    private static final long MOST_BYTES = 16 << 20;

    private final Session session;
    private final boolean json;
    private final RegistrationValues values;

    SimulatedTypes(Session session, boolean json, RegistrationValues values) {
        this.session = session;
        this.json = json;
        this.values = values;
    }

    /// @param place a schema, or a folder
    /// @param behaviour takes the place of what is beside the schema
    int register(Path place, Optional<Path> behaviour) throws InterruptedException {
        boolean many = Files.isDirectory(place);
        if (many && behaviour.isPresent()) {
            throw new Refused(
                    Exit.USAGE, "--behaviour is for one schema; put SCHEMA.behaviour.json beside each of many");
        }
        List<Path> schemas = many ? schemas(place) : List.of(place);
        if (schemas.isEmpty()) {
            throw new Refused(Exit.USAGE, "there is no schema in " + place + ": no JSON file with a typeName");
        }
        Path root = many ? place : Path.of("" + place.toAbsolutePath().getParent());
        ObjectNode answers = sent(root, schemas, behaviour);
        JsonNode refused = answers.path("refused");
        if (json) {
            session.print(Documents.MAPPER.writeValueAsBytes(answers));
        } else {
            print(answers, many, root, behaviour);
        }
        return refused.isEmpty() ? Exit.OK.code() : Exit.INVALID.code();
    }

    /// The result for each type. In one request schemas may refer to each other; one that refers to what goes with
    /// another request is sent again, as long as that helps.
    private ObjectNode sent(Path root, List<Path> schemas, Optional<Path> behaviour) throws InterruptedException {
        ObjectNode answers = Documents.MAPPER.createObjectNode();
        ArrayNode registered = answers.putArray("registered");
        ArrayNode refused = answers.putArray("refused");
        List<Path> open = schemas;
        while (true) {
            List<List<Path>> parts = parts(open);
            List<JsonNode> lacking = new ArrayList<>();
            for (List<Path> part : parts) {
                JsonNode answer = sent(archive(root, part, behaviour));
                answer.path("registered").forEach(registered::add);
                answer.path("refused")
                        .valueStream()
                        .filter(type -> !lacksDocument(type))
                        .forEach(refused::add);
                answer.path("refused")
                        .valueStream()
                        .filter(SimulatedTypes::lacksDocument)
                        .forEach(lacking::add);
            }
            if (parts.size() == 1 || lacking.isEmpty() || lacking.size() == open.size()) {
                lacking.forEach(refused::add);
                return answers;
            }
            Set<String> names = new HashSet<>();
            lacking.forEach(type -> names.add(text(type, "file")));
            open = open.stream()
                    .filter(schema -> names.contains(name(root, schema)))
                    .toList();
        }
    }

    private JsonNode sent(byte[] archive) throws InterruptedException {
        return session.server()
                .ask(Request.of(Request.Method.POST, "/fairlead/simulations", "application/zip", archive))
                .json();
    }

    /// Whether it was refused for want of a document that it refers to.
    private static boolean lacksDocument(JsonNode refused) {
        return refused.path("details")
                .valueStream()
                .anyMatch(detail -> text(detail, "code").equals("schema.ref-remote"));
    }

    // -- files ------------------------------------------------------------------------------------------------------

    private static List<Path> schemas(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .filter(file -> !file.toString().endsWith(BEHAVIOUR)
                            && !file.toString().endsWith(REGISTRATION))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .filter(SimulatedTypes::isSchema)
                    .toList();
        } catch (IOException | UncheckedIOException unreadable) {
            throw new Refused(Exit.USAGE, "can't read " + folder + ": " + unreadable.getMessage());
        }
    }

    /// What is no JSON at all but speaks of a type name is a schema with a mistake: the server says which.
    private static boolean isSchema(Path file) {
        byte[] content = read(file);
        try {
            return Documents.MAPPER.readTree(content).has("typeName");
        } catch (JacksonException malformed) {
            return new String(content, StandardCharsets.UTF_8).contains("\"typeName\"");
        }
    }

    private static List<List<Path>> parts(List<Path> schemas) {
        List<List<Path>> parts = new ArrayList<>();
        List<Path> part = new ArrayList<>();
        long bytes = 0;
        for (Path schema : schemas) {
            long size = schema.toFile().length();
            if (part.size() == MOST_FILES || (!part.isEmpty() && bytes + size > MOST_BYTES)) {
                parts.add(part);
                part = new ArrayList<>();
                bytes = 0;
            }
            part.add(schema);
            bytes += size;
        }
        parts.add(part);
        return parts;
    }

    private byte[] archive(Path root, List<Path> schemas, Optional<Path> behaviour) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (Path schema : schemas) {
                String name = name(root, schema);
                Path beside = schema.resolveSibling(Path.of(name).getFileName() + BEHAVIOUR);
                Path registration = schema.resolveSibling(Path.of(name).getFileName() + REGISTRATION);
                entry(zip, name + ENDING, read(schema));
                if (behaviour.isPresent() || Files.exists(beside)) {
                    entry(zip, name + BEHAVIOUR, read(behaviour.orElse(beside)));
                }
                Optional<byte[]> settings = registration(registration);
                if (settings.isPresent()) {
                    entry(zip, name + REGISTRATION, settings.get());
                }
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /// Under which name the files of a schema are sent.
    private static String name(Path root, Path schema) {
        String file = root.toAbsolutePath().relativize(schema.toAbsolutePath()).toString();
        return (file.endsWith(ENDING) ? file.substring(0, file.length() - ENDING.length()) : file).replace('\\', '/');
    }

    private Optional<byte[]> registration(Path file) {
        boolean there = Files.exists(file);
        if (values.isEmpty()) {
            return there ? Optional.of(read(file)) : Optional.empty();
        }
        ObjectNode registration =
                there ? Documents.object(session, file.toString()) : Documents.MAPPER.createObjectNode();
        values.into(registration);
        return Optional.of(Documents.MAPPER.writeValueAsBytes(registration));
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException unreadable) {
            throw new Refused(Exit.USAGE, "can't read " + unreadable.getMessage());
        }
    }

    private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    // -- the results ------------------------------------------------------------------------------------------------

    private void print(ObjectNode answers, boolean many, Path root, Optional<Path> behaviour) {
        FindingLines findings = new FindingLines(
                session.outPalette(),
                file -> behaviour
                        .filter(given -> given.toString().equals(file))
                        .or(() -> Optional.of(root.resolve(file)))
                        .filter(Files::isRegularFile)
                        .map(SimulatedTypes::read));
        JsonNode registered = answers.path("registered");
        JsonNode refused = answers.path("refused");
        List<String> lines = new ArrayList<>();
        for (JsonNode type : refused) {
            JsonNode details = type.path("details");
            if (details.isEmpty()) {
                lines.add(findings.line(text(type, "file"), true, text(type, "code"), text(type, "message")));
            }
            details.forEach(detail -> {
                String target = text(detail, "target");
                String where = target.isEmpty() ? text(type, "file") : given(target, behaviour);
                lines.add(findings.line(where, true, text(detail, "code"), text(detail, "message")));
            });
        }
        if (!many) {
            registered.forEach(type -> type.path("findings")
                    .forEach(finding -> lines.add(findings.line(
                            text(finding, "pointer"), false, text(finding, "id"), text(finding, "message")))));
        }
        session.print(lines);
        session.out().flush();
        if (many) {
            session.done(registered.size() + " types are simulated, " + refused.size() + " refused");
        } else {
            registered.forEach(type -> session.done(text(type, "typeName") + " is simulated as " + text(type, "armType")
                    + ", api-version " + text(type, "apiVersion")));
        }
    }

    /// A place in a behaviour that an option gives is told of the file that was given.
    private static String given(String target, Optional<Path> behaviour) {
        int end = target.indexOf(BEHAVIOUR + "#");
        return behaviour
                .filter(_ -> end >= 0)
                .map(file -> file + target.substring(end + BEHAVIOUR.length()))
                .orElse(target);
    }

    private static String text(JsonNode node, String key) {
        return Outline.scalar(node.path(key));
    }
}
