package fairlead.cli.bundle;

import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// The folder of a resource type as one zip: `schema.json`, `fairlead.json`, and the jars beside them or the template;
/// or that of a
/// CloudFormation provider; or a zip that is one already, which `cfn submit --dry-run` makes.
///
/// The same folder gives the same bytes.
public final class Bundle {

    private static final String SCHEMA = "schema.json";
    private static final String REGISTRATION = "fairlead.json";
    private static final String TEMPLATE = "template.yaml";
    private static final String REPORT = "contract-report.json";
    private static final LocalDateTime EPOCH = LocalDateTime.of(1980, 1, 1, 0, 0);

    private Bundle() {}

    /// @param values take the place of those in `fairlead.json`
    public static byte[] of(Session session, Path folder, RegistrationValues values) {
        if (Files.isRegularFile(folder)) {
            return archive(session, folder, values);
        }
        if (!Files.exists(folder)) {
            throw new Refused(Exit.USAGE, "there is no folder " + folder);
        }
        if (ProviderBundle.isProject(folder)) {
            return provider(session, folder, values);
        }
        if (!Files.isRegularFile(folder.resolve(SCHEMA))) {
            throw new Refused(Exit.USAGE, "there is no " + SCHEMA + " in " + folder);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            entry(zip, SCHEMA, Files.readAllBytes(folder.resolve(SCHEMA)));
            Optional<byte[]> registration = registration(session, folder.resolve(REGISTRATION), values);
            if (registration.isPresent()) {
                entry(zip, REGISTRATION, registration.get());
            }
            if (Files.isRegularFile(folder.resolve(TEMPLATE))) {
                entry(zip, TEMPLATE, Files.readAllBytes(folder.resolve(TEMPLATE)));
            }
            for (Path jar : jars(folder)) {
                entry(zip, String.valueOf(jar.getFileName()), Files.readAllBytes(jar));
            }
        } catch (IOException unreadable) {
            throw new Refused(Exit.USAGE, "can't read " + folder + ": " + unreadable.getMessage());
        }
        return bytes.toByteArray();
    }

    /// An archive of these documents.
    public static byte[] of(Map<String, byte[]> documents) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (Map.Entry<String, byte[]> document : new TreeMap<>(documents).entrySet()) {
                entry(zip, document.getKey(), document.getValue());
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /// The archive as it is; or with another `fairlead.json` with these values.
    private static byte[] archive(Session session, Path file, RegistrationValues values) {
        byte[] given = session.read(file.toString());
        if (values.isEmpty()) {
            return given;
        }
        ObjectNode registration = Documents.MAPPER.createObjectNode();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(given), StandardCharsets.UTF_8);
                ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] content = in.readAllBytes();
                if (entry.getName().equals(REGISTRATION)
                        && Documents.MAPPER.readTree(content) instanceof ObjectNode found) {
                    registration = found;
                } else if (!entry.isDirectory()) {
                    entry(zip, entry.getName(), content);
                }
            }
            values.into(registration);
            entry(zip, REGISTRATION, Documents.MAPPER.writeValueAsBytes(registration));
        } catch (IOException | JacksonException unreadable) {
            throw new Refused(Exit.USAGE, "can't read " + file + ": " + unreadable.getMessage());
        }
        return bytes.toByteArray();
    }

    private static byte[] provider(Session session, Path folder, RegistrationValues values) {
        try {
            return ProviderBundle.of(session, folder, registration(session, folder.resolve(REGISTRATION), values));
        } catch (IOException unreadable) {
            throw new Refused(Exit.USAGE, "can't read " + folder + ": " + unreadable.getMessage());
        }
    }

    private static Optional<byte[]> registration(Session session, Path file, RegistrationValues values) {
        boolean there = Files.exists(file);
        if (values.isEmpty()) {
            return there ? Optional.of(session.read(file.toString())) : Optional.empty();
        }
        ObjectNode registration =
                there ? Documents.object(session, file.toString()) : Documents.MAPPER.createObjectNode();
        values.into(registration);
        return Optional.of(Documents.MAPPER.writeValueAsBytes(registration));
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }

    /// Whether the handler of the type is a template: there is no code that could be tried here.
    public static boolean isComposed(byte[] bundle) {
        return document(bundle, REGISTRATION).has("template");
    }

    /// A document in the bundle; an empty one if there is none that can be read.
    public static JsonNode document(byte[] bundle, String name) {
        try {
            return content(bundle, name).map(Documents.MAPPER::readTree).orElseGet(MissingNode::getInstance);
        } catch (JacksonException unreadable) {
            return MissingNode.getInstance();
        }
    }

    /// The bytes of a file in the bundle, if there is one that can be read.
    public static Optional<byte[]> content(byte[] bundle, String name) {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bundle), StandardCharsets.UTF_8)) {
            for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry()) {
                if (each.getName().equals(name)) {
                    return Optional.of(zip.readAllBytes());
                }
            }
        } catch (IOException unreadable) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /// The bundle with the report of its contract tests, which do not count for what it is.
    public static byte[] with(byte[] report, byte[] bundle) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipInputStream from = new ZipInputStream(new ByteArrayInputStream(bundle), StandardCharsets.UTF_8);
                ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (ZipEntry each = from.getNextEntry(); each != null; each = from.getNextEntry()) {
                if (!each.getName().equals(REPORT)) {
                    entry(zip, each.getName(), from.readAllBytes());
                }
            }
            entry(zip, REPORT, report);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(EPOCH);
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }
}
