package fairlead.cli.bundle;

import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.JsonNode;

/// The project folder of a CloudFormation provider, as `cfn init` makes it, in the shape that `cfn submit` packs it:
/// `schema.json`, `.rpdk-config`, and what was built.
///
/// The same folder gives the same bytes.
final class ProviderBundle {

    static final String CONFIG = ".rpdk-config";

    private static final String ARCHIVE = "ResourceProvider.zip";
    private static final String GO_ARCHIVE = "handler.zip";
    private static final LocalDateTime EPOCH = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final Path folder;
    private final JsonNode config;

    private ProviderBundle(Path folder, JsonNode config) {
        this.folder = folder;
        this.config = config;
    }

    static boolean isProject(Path folder) {
        return Files.isRegularFile(folder.resolve(CONFIG));
    }

    /// @param registration the bytes of `fairlead.json`, if there is to be one
    static byte[] of(Session session, Path folder, Optional<byte[]> registration) throws IOException {
        JsonNode config = Documents.object(session, folder.resolve(CONFIG).toString());
        ProviderBundle bundle = new ProviderBundle(folder, config);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            zip.setLevel(1);
            entry(zip, "schema.json", Files.readAllBytes(bundle.schema()));
            entry(zip, CONFIG, Files.readAllBytes(folder.resolve(CONFIG)));
            if (registration.isPresent()) {
                entry(zip, "fairlead.json", registration.get());
            }
            bundle.built(zip);
        }
        return bytes.toByteArray();
    }

    /// `initech-tps-report.json` for `Initech::TPS::Report`.
    private Path schema() {
        String typeName = config.path("typeName").asString("");
        Path file = folder.resolve(typeName.toLowerCase(Locale.ROOT).replace("::", "-") + ".json");
        if (!Files.isRegularFile(file)) {
            throw new Refused(Exit.USAGE, "there is no " + file.getFileName() + " in " + folder);
        }
        return file;
    }

    private void built(ZipOutputStream zip) throws IOException {
        String runtime = config.path("runtime").asString("");
        if (runtime.startsWith("java")) {
            jars(zip);
        } else if (runtime.startsWith("python")) {
            archive(
                    zip,
                    ARCHIVE,
                    List.of(folder.resolve("build")),
                    "run: pip install -r requirements.txt -t build &&" + " cp -r src/* build/");
        } else if (runtime.startsWith("nodejs")) {
            node(zip);
        } else {
            archive(zip, GO_ARCHIVE, List.of(folder.resolve("bin")), "run: make build");
        }
    }

    private void jars(ZipOutputStream zip) throws IOException {
        Path target = folder.resolve("target");
        List<Path> jars = Files.isDirectory(target) ? jarsIn(target) : List.of();
        if (jars.isEmpty()) {
            throw missing("target/*.jar", "run: mvn package");
        }
        for (Path jar : jars) {
            entry(zip, "target/" + jar.getFileName(), Files.readAllBytes(jar));
        }
    }

    private static List<Path> jarsIn(Path target) throws IOException {
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> {
                        String name = String.valueOf(file.getFileName());
                        boolean side = name.startsWith("original-") || name.matches(".*-(sources|javadoc|tests)\\.jar");
                        return name.endsWith(".jar") && !side;
                    })
                    .sorted()
                    .toList();
        }
    }

    /// The compiled modules and the libraries they need.
    private void node(ZipOutputStream zip) throws IOException {
        Path built = folder.resolve("dist");
        boolean complete = Files.isDirectory(built) && Files.isDirectory(folder.resolve("node_modules"));
        if (complete && !Files.isRegularFile(folder.resolve(ARCHIVE))) {
            entry(zip, ARCHIVE, zipped(List.of(built, folder.resolve("node_modules"), folder.resolve("package.json"))));
        } else {
            archive(zip, ARCHIVE, List.of(), "run: npm install && npm run build");
        }
    }

    /// The archive that was built, else one of the contents of those folders.
    private void archive(ZipOutputStream zip, String name, List<Path> folders, String how) throws IOException {
        Path ready = folder.resolve(name);
        if (Files.isRegularFile(ready)) {
            entry(zip, name, Files.readAllBytes(ready));
        } else if (!folders.isEmpty() && folders.stream().allMatch(Files::isDirectory)) {
            entry(zip, name, contents(folders.getFirst()));
        } else {
            throw missing(
                    folders.isEmpty() ? name : String.valueOf(folders.getFirst().getFileName()), how);
        }
    }

    private Refused missing(String what, String how) {
        return new Refused(Exit.USAGE, "the provider is not built: there is no " + what + " in " + folder + "; " + how);
    }

    private static byte[] contents(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return zipped(children.sorted().toList());
        }
    }

    /// Those files and folders, under their own names. Links that lead out of sight are left out.
    private static byte[] zipped(List<Path> roots) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (Path root : roots) {
                Path base = root.toAbsolutePath().resolveSibling("");
                try (Stream<Path> files = Files.walk(root)) {
                    for (Path file :
                            files.filter(ProviderBundle::wanted).sorted().toList()) {
                        String name = base.relativize(file.toAbsolutePath()).toString();
                        entry(zip, name.replace('\\', '/'), Files.readAllBytes(file));
                    }
                } catch (UncheckedIOException unreadable) {
                    throw unreadable.getCause();
                }
            }
        }
        return bytes.toByteArray();
    }

    private static boolean wanted(Path file) {
        return Files.isRegularFile(file)
                && !file.toString().contains("__pycache__")
                && !file.toString().contains("node_modules/.bin/");
    }

    private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(EPOCH);
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }
}
