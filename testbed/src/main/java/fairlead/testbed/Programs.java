package fairlead.testbed;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/// Programs on the class path of the test that starts them, in processes of their own. They start as fast as those of
/// users do: a rehearsal has the JVM note what they load, in a cache that is kept as long as the test's own process.
///
/// A cache is of archives alone, so the folders of classes that a build has on its class path are packed first.
public final class Programs {

    private static final int LONGEST_REHEARSAL_MINUTES = 3;

    private final List<String> command;

    private Programs(List<String> command) {
        this.command = List.copyOf(command);
    }

    /// @param options for the JVM
    /// @param rehearsal the name of the class that does what the programs do, and its arguments; without any effect
    ///     but in a folder, whose path is added to them
    public static Programs rehearsed(List<String> options, List<String> rehearsal) {
        try {
            Path folder = Files.createTempDirectory("programs");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(options);
            Path cache = folder.resolve("cache.aot");
            String classPath = packed(folder);
            rehearse(command, cache, classPath, rehearsal, folder);
            if (Files.exists(cache)) {
                command.addAll(List.of("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off"));
            }
            command.addAll(List.of("-cp", classPath));
            return new Programs(command);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// What starts a program: the JVM, its options, and the name of the class.
    public List<String> command(String main) {
        List<String> all = new ArrayList<>(command);
        all.add(main);
        return all;
    }

    /// A JVM that can't keep such a cache leaves none.
    private static void rehearse(List<String> java, Path cache, String classPath, List<String> rehearsal, Path folder)
            throws IOException {
        List<String> rehearsing = new ArrayList<>(java);
        rehearsing.addAll(List.of("-XX:AOTCacheOutput=" + cache, "-cp", classPath));
        rehearsing.addAll(rehearsal);
        rehearsing.add(folder.resolve("scratch").toString());
        Path log = folder.resolve("rehearsal.log");
        Process process = new ProcessBuilder(rehearsing)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(LONGEST_REHEARSAL_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly().waitFor();
                throw new IllegalStateException(rehearsal + " failed: " + Files.readString(log));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    // -- the class path -----------------------------------------------------------------------------------------------

    /// The class path of this process, with archives in the place of its folders.
    private static String packed(Path folder) throws IOException {
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> packed = new ArrayList<>();
        for (String entry : own.split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (Files.isDirectory(path)) {
                path = pack(path, folder.resolve(packed.size() + ".jar"));
            }
            packed.add(path.toString());
        }
        return String.join(File.pathSeparator, packed);
    }

    private static Path pack(Path classes, Path archive) throws IOException {
        try (OutputStream file = Files.newOutputStream(archive);
                JarOutputStream entries = new JarOutputStream(file);
                Stream<Path> paths = Files.walk(classes)) {
            entries.setLevel(Deflater.NO_COMPRESSION);
            for (Path path : paths.filter(Files::isRegularFile).sorted().toList()) {
                String name = classes.relativize(path).toString().replace(File.separatorChar, '/');
                entries.putNextEntry(new JarEntry(name));
                Files.copy(path, entries);
            }
        }
        return archive;
    }

    private static void remove(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException | UncheckedIOException left) {
            System.err.println("left behind: " + folder + ": " + left);
        }
    }
}
