package fairlead.lambda;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/// Unpacks the built parts of a provider's package into a folder from which a process can be started.
///
/// Nothing in an archive is trusted: sizes are counted while unpacking, and no name leads out of the folder.
final class Code {

    /// The names of nested archives that the plugins of the languages make.
    static final List<String> ARCHIVES = List.of("ResourceProvider.zip", "handler.zip");

    static final int MOST_FILES = 100_000;

    private final Path target;
    private final long mostBytes;
    private final byte[] buffer = new byte[64 << 10];
    private long bytes;
    private int files;

    private Code(Path target, long mostBytes) {
        this.target = target;
        this.mostBytes = mostBytes;
    }

    /// @param parts the folder of the package's parts
    /// @param target an empty folder
    static void prepare(Project project, Path parts, Path target, long mostBytes) throws Flaw, IOException {
        Code code = new Code(target, mostBytes);
        switch (project.language()) {
            case JAVA -> takeJars(parts, target);
            case PYTHON, NODE, NATIVE -> code.takeArchive(project, parts);
        }
        if (project.language() == Language.NATIVE) {
            program(project, target);
        }
    }

    /// The jars of a provider that was prepared.
    static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /// The program of a provider that was prepared, made executable.
    static Path program(Project project, Path folder) throws Flaw, IOException {
        List<String> names = List.of(project.entrypoint(), "bootstrap", "handler");
        for (String name : names) {
            for (Path candidate :
                    List.of(folder.resolve(name), folder.resolve("bin").resolve(name))) {
                if (Files.isRegularFile(candidate)) {
                    Files.setPosixFilePermissions(candidate, PosixFilePermissions.fromString("rwxr-xr-x"));
                    return candidate;
                }
            }
        }
        throw new Flaw(
                "provider.artifact-missing",
                String.join(" or ", ARCHIVES),
                "expected the program " + project.entrypoint() + " in it: run 'make build'");
    }

    // -- jars -------------------------------------------------------------------------------------------------------

    private static void takeJars(Path parts, Path target) throws Flaw, IOException {
        List<Path> jars = jars(parts);
        if (jars.isEmpty()) {
            throw new Flaw(
                    "provider.artifact-missing",
                    "target",
                    "expected the built jar with all it needs: run 'mvn package'");
        }
        for (Path jar : jars) {
            unsign(jar, target.resolve(String.valueOf(jar.getFileName())));
        }
    }

    /// Copies a jar without signatures: those of jars that were put together into one are valid no longer, and a JVM
    /// would refuse every class.
    private static void unsign(Path jar, Path copy) throws Flaw, IOException {
        Files.copy(jar, copy);
        try (FileSystem inside = FileSystems.newFileSystem(copy)) {
            Path meta = inside.getPath("META-INF");
            if (Files.isDirectory(meta)) {
                try (Stream<Path> files = Files.list(meta)) {
                    for (Path file : files.filter(Code::isSignature).toList()) {
                        Files.delete(file);
                    }
                }
            }
        } catch (ZipException | ProviderNotFoundException damaged) {
            throw damaged(jar, damaged);
        }
    }

    private static boolean isSignature(Path file) {
        String name = String.valueOf(file.getFileName()).toUpperCase(Locale.ROOT);
        return Stream.of(".SF", ".RSA", ".DSA", ".EC").anyMatch(name::endsWith);
    }

    // -- archives ---------------------------------------------------------------------------------------------------

    private void takeArchive(Project project, Path parts) throws Flaw, IOException {
        List<Path> found = new ArrayList<>();
        ARCHIVES.stream().map(parts::resolve).filter(Files::isRegularFile).forEach(found::add);
        if (found.isEmpty()) {
            String how = project.language() == Language.NATIVE ? "run 'make build'" : "run 'cfn submit --dry-run'";
            throw new Flaw(
                    "provider.artifact-missing", String.join(" or ", ARCHIVES), "expected the built provider: " + how);
        }
        unzip(found.getFirst());
    }

    private void unzip(Path archive) throws Flaw, IOException {
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
                ZipInputStream in = new ZipInputStream(file, StandardCharsets.UTF_8)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                count(archive);
                Path place = place(archive, entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(place);
                } else {
                    Files.createDirectories(place.getParent());
                    try (OutputStream out = Files.newOutputStream(place)) {
                        pour(archive, in, out);
                    }
                }
            }
        } catch (ZipException | IllegalArgumentException damaged) {
            throw damaged(archive, damaged);
        }
        if (files == 0) {
            throw flaw(archive, "expected a zip archive with files");
        }
    }

    private Path place(Path archive, String name) throws Flaw {
        Path place = target.resolve(name).normalize();
        boolean plain = name.chars().noneMatch(c -> Character.isISOControl(c) || c == '\\');
        if (!plain || !place.startsWith(target) || place.equals(target)) {
            throw flaw(archive, "the name '" + name.replaceAll("\\p{Cntrl}", "?") + "' leads out of the archive");
        }
        return place;
    }

    private void count(Path archive) throws Flaw {
        files++;
        if (files > MOST_FILES) {
            throw flaw(archive, "expected at most " + MOST_FILES + " files, found more");
        }
    }

    private void pour(Path archive, InputStream in, OutputStream out) throws Flaw, IOException {
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            bytes += read;
            if (bytes > mostBytes) {
                throw flaw(archive, "expected at most " + mostBytes + " bytes unpacked, found more");
            }
            out.write(buffer, 0, read);
        }
    }

    private static Flaw damaged(Path archive, Exception damage) {
        return flaw(archive, "the archive is damaged: " + damage.getMessage());
    }

    private static Flaw flaw(Path archive, String message) {
        return new Flaw("provider.archive", String.valueOf(archive.getFileName()), message);
    }
}
