package fairlead.host.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/// No handler gets anything of its server, nor ends it, whichever user that runs as.
///
/// As root, the tests also run as an ordinary user. With the property `languages`, Python attacks as well.
class HostileHandlersTest {

    private static final int FEWEST = 40;

    private Path folder = Path.of("");

    @BeforeEach
    void make() throws IOException {
        folder = Files.createTempDirectory(
                "hostile", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Path code = Files.createDirectory(folder.resolve("code"));
        Path source = Files.write(folder.resolve("Hostile.java"), bytes("Hostile.java"));
        Files.write(code.resolve("hostile.py"), bytes("hostile.py"));
        Path classes = Files.createDirectory(folder.resolve("classes"));
        int failed =
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), source.toString());
        assertThat(failed).isZero();
        try (OutputStream out = Files.newOutputStream(code.resolve("hostile.jar"));
                ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                zip.write(Files.readAllBytes(file));
            }
        }
    }

    @AfterEach
    void remove() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static byte[] bytes(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(HostileHandlersTest.class.getResourceAsStream(name))) {
            return in.readAllBytes();
        }
    }

    private List<String> attacked(List<String> as, List<String> classPath) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(as);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(File.pathSeparator, classPath),
                HostileKit.class.getName(),
                folder.toString()));
        if (System.getProperty("languages", "").equals("on")) {
            command.add("/usr/bin/python3");
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text.lines().filter(line -> !line.startsWith("SLF4J")).toList();
    }

    private static List<String> classPath() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    }

    /// The class path, where every user can read it.
    private List<String> copied() throws IOException {
        List<String> copies = new ArrayList<>();
        for (String entry : classPath()) {
            Path from = Path.of(entry);
            Path to = folder.resolve("lib").resolve(copies.size() + "-" + from.getFileName());
            if (Files.isDirectory(from)) {
                try (Stream<Path> files = Files.walk(from)) {
                    for (Path file : files.filter(Files::isRegularFile).toList()) {
                        Path copy = to.resolve(from.relativize(file).toString());
                        Files.createDirectories(copy.getParent());
                        Files.copy(file, copy);
                    }
                }
                copies.add(to.toString());
            } else if (Files.exists(from)) {
                Files.createDirectories(to.getParent());
                Files.copy(from, to);
                copies.add(to.toString());
            }
        }
        return copies;
    }

    private static void allHeld(List<String> lines, String user) {
        assertThat(lines).last().isEqualTo("user " + user);
        assertThat(lines.subList(0, lines.size() - 1))
                .hasSizeGreaterThan(FEWEST)
                .allMatch(line -> line.startsWith("held "));
    }

    @Test
    void asTheUserOfTheTests() throws IOException, InterruptedException {
        allHeld(attacked(List.of(), classPath()), System.getProperty("user.name"));
    }

    @Test
    @EnabledIf("isRoot")
    void asAnOrdinaryUser() throws IOException, InterruptedException {
        List<String> copies = copied();
        assertThat(new ProcessBuilder("chown", "-R", "nobody", folder.toString())
                        .start()
                        .waitFor())
                .isZero();
        allHeld(
                attacked(
                        List.of("setpriv", "--reuid=nobody", "--regid=65534", "--clear-groups", "--inh-caps=-all"),
                        copies),
                "nobody");
    }
}
