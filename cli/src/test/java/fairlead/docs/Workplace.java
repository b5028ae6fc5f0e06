package fairlead.docs;

import fairlead.testbed.PostgresServer;
import fairlead.testbed.Programs;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A folder that looks to the commands of a page like the root of the repository after a build.
///
/// Pages speak of the ports 8080 and up and of one PostgreSQL server; both stand for whatever is free here.
final class Workplace {

    private static final String POSTGRES = "127.0.0.1:5432";
    private static final Pattern FOR_AUTHORS =
            Pattern.compile("(handler|jackson-(core|databind|annotations))-[0-9.]+.*\\.jar");

    private final Path root;
    private final Map<String, String> substitutes = new LinkedHashMap<>();

    /// Once for all pages.
    private static final class Rehearsed {

        private static final List<String> OPTIONS =
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED");

        static final Programs COMMANDS = Programs.rehearsed(OPTIONS, List.of("fairlead.cli.AotTraining"));
        static final Programs SERVERS = Programs.rehearsed(OPTIONS, List.of("fairlead.server.AotTraining"));
    }

    Workplace(Path root) throws IOException {
        this.root = root;
        for (int port = 8080; port <= 8082; port++) {
            substitutes.put("127.0.0.1:" + port, "127.0.0.1:" + freePort());
        }
        script();
        libraries();
        Path curl = Files.createDirectories(root.resolve("curl"));
        Files.writeString(curl.resolve(".curlrc"), "silent\nshow-error\n");
        if (Files.exists(Repository.file("examples"))) {
            copy(Repository.file("examples"), root.resolve("examples"));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    Path root() {
        return root;
    }

    Map<String, String> variables() {
        return Map.of(
                "FAIRLEAD_SERVER",
                "http://" + substitutes.get("127.0.0.1:8080"),
                "CURL_HOME",
                root.resolve("curl").toString(),
                "LC_ALL",
                "C.UTF-8");
    }

    /// What the reader types, with what is really there.
    String real(String commands) {
        if (commands.contains(POSTGRES) && !substitutes.containsKey(POSTGRES)) {
            PostgresServer server = PostgresServer.shared();
            String database = server.createDatabase();
            substitutes.put("fairlead:secret@" + POSTGRES + "/fairlead", credentials(server) + "/" + database);
            substitutes.put("\"Password\": \"secret\"", "\"Password\": \"" + server.password() + "\"");
            substitutes.put(POSTGRES + "/fairlead", "127.0.0.1:" + server.port() + "/" + database);
            substitutes.put(POSTGRES, "127.0.0.1:" + server.port());
        }
        String real = commands;
        for (Map.Entry<String, String> substitute : substitutes.entrySet()) {
            real = real.replace(substitute.getKey(), substitute.getValue());
        }
        for (int port = 8080; port <= 8082; port++) {
            real = real.replace("--port " + port, "--port " + port(port));
        }
        return real;
    }

    private static String credentials(PostgresServer server) {
        return server.superuser() + ":" + server.password() + "@127.0.0.1:" + server.port();
    }

    /// What the reader sees.
    String shown(String output) {
        String shown = output.replace(root + "/", "/home/you/fairlead/");
        for (Map.Entry<String, String> substitute : substitutes.entrySet()) {
            shown = shown.replace(substitute.getValue(), substitute.getKey());
        }
        return shown;
    }

    private String port(int shown) {
        return substitutes.getOrDefault("127.0.0.1:" + shown, "").replaceFirst(".*:", "");
    }

    /// The real script builds what its sources lack, and finds a JDK; both has been done when this test runs.
    /// This one has the server wait longer before it answers that something goes on, for a busy machine.
    private void script() throws IOException {
        String script = """
            #!/usr/bin/env bash
            [ "$1" != --print-jdk ] || exec echo '%s'
            if [ "$1" = serve ]; then
                shift
                set -- --sync-wait 3s "$@"
                case " $* " in *" --port "*) ;; *) set -- --port %s "$@" ;; esac
                exec %s "$@"
            elif [ "$1" = front ]; then
                shift
                exec %s "$@"
            fi
            exec %s "$@"
            """.formatted(
                        System.getProperty("java.home"),
                        port(8080),
                        quoted(Rehearsed.SERVERS.command("fairlead.server.Main")),
                        quoted(Rehearsed.SERVERS.command("fairlead.server.region.Main")),
                        quoted(Rehearsed.COMMANDS.command("fairlead.cli.Main")));
        Path file = Files.writeString(root.resolve("fairlead"), script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String quoted(List<String> command) {
        return "'" + String.join("' '", command) + "'";
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /// As much of `cli/target/fairlead/lib` as authors of types compile against.
    private void libraries() throws IOException {
        Path folder = Files.createDirectories(root.resolve("cli/target/fairlead/lib"));
        for (String entry : classPath().split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (path.toString().contains("/handler/") && Files.isDirectory(path)) {
                pack(path, folder.resolve("handler.jar"));
            } else if (FOR_AUTHORS.matcher(path.getFileName().toString()).matches()) {
                Files.copy(path, folder.resolve(path.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file)) {
            for (Path path : files(classes)) {
                entries.putNextEntry(new JarEntry(classes.relativize(path).toString()));
                Files.copy(path, entries);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path path : files(from)) {
            Path copy = to.resolve(from.relativize(path));
            Files.createDirectories(copy.getParent());
            Files.copy(path, copy);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
