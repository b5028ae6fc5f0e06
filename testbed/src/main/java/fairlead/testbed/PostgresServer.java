package fairlead.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL server for tests, on a free port of 127.0.0.1.
///
/// Most tests take [#shared()] and a [database][#createDatabase()] of their own in it. A test that stops or kills
/// the server starts its own. The data are not synced to disk, and are removed with the server: by [#close()], or
/// by a watchdog process as soon as this JVM is gone, however it ended.
public final class PostgresServer implements AutoCloseable {

    private static final String SUPERUSER = "fairlead";
    private static final String PASSWORD = "testbed";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// Stops the server and removes its data when its input ends, which it does when the JVM that holds the other
    /// end is gone.
    private static final String WATCHDOG = """
        trap '' INT TERM HUP
        read -r _
        pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
        if [ -n "$pid" ]; then
          kill -QUIT "$pid"
          n=0
          while kill -0 "$pid" && [ $n -lt 100 ]; do sleep 0.05; n=$((n + 1)); done
        fi
        rm -rf "$1" || { sleep 1; rm -rf "$1"; }
        """;

    private static @Nullable PostgresServer shared;

    private final ServerUser user;
    private final Binaries binaries;
    private final Path home;
    private final Process watchdog;
    private final AtomicInteger databases = new AtomicInteger();
    private int port;

    private PostgresServer(ServerUser user, Binaries binaries, Path home, Process watchdog) {
        this.user = user;
        this.binaries = binaries;
        this.home = home;
        this.watchdog = watchdog;
    }

    /// The one server of this JVM: started on first use, stopped when the JVM ends, which does not wait for that: it
    /// takes long to remove all the databases that many tests have made.
    public static synchronized PostgresServer shared() {
        PostgresServer server = shared;
        if (server == null) {
            server = start(scratch(ServerUser.find()));
            shared = server;
        }
        return server;
    }

    /// A server of its own, with its data in a new folder under the given one.
    public static PostgresServer start(Path folder) {
        ServerUser user = ServerUser.find();
        Binaries binaries = Binaries.find(user, scratch(user));
        Path home = newHome(folder, user);
        var server = new PostgresServer(user, binaries, home, watch(home));
        try {
            server.initialize();
            server.startOnFreePort();
            return server;
        } catch (RuntimeException failure) {
            server.close();
            throw failure;
        }
    }

    /// A folder for temporary files in which the server's user can work.
    private static Path scratch(ServerUser user) {
        return Stream.of(System.getProperty("java.io.tmpdir"), "/tmp", "/var/tmp", "/dev/shm")
                .map(Path::of)
                .filter(user::canWriteIn)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The user " + user.name()
                        + " can write to none of the folders for temporary files; set -Djava.io.tmpdir"));
    }

    private static Path newHome(Path folder, ServerUser user) {
        try {
            Path home = Files.createTempDirectory(folder, "postgres-");
            user.own(home);
            if (!user.canWriteIn(home)) {
                // The folder of a test is closed to all other users.
                letPass(folder);
            }
            if (!user.canWriteIn(home)) {
                Files.delete(home);
                home = Files.createTempDirectory(scratch(user), "postgres-");
                user.own(home);
            }
            return home;
        } catch (IOException failure) {
            throw new UncheckedIOException("There is no room for a server in " + folder, failure);
        }
    }

    private static void letPass(Path folder) throws IOException {
        Path end = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
        for (Path step = folder.toRealPath();
                step != null && step.startsWith(end) && !step.equals(end);
                step = step.getParent()) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(step);
            permissions.add(PosixFilePermission.OTHERS_EXECUTE);
            Files.setPosixFilePermissions(step, permissions);
        }
    }

    private static Process watch(Path home) {
        try {
            return new ProcessBuilder("/bin/sh", "-c", WATCHDOG, "watchdog", home.toString())
                    .directory(Path.of("/").toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException("The watchdog can't be started", failure);
        }
    }

    /// For [java.sql.DriverManager] or a pool, user and password included.
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s&password=%s".formatted(port, database, SUPERUSER, PASSWORD);
    }

    /// The form that PostgreSQL's own programs take: `postgresql://user:password@127.0.0.1:port/database`.
    public String url(String database) {
        return "postgresql://%s:%s@127.0.0.1:%d/%s".formatted(SUPERUSER, PASSWORD, port, database);
    }

    /// Makes an empty database with a name never given before.
    ///
    /// @return its name
    public String createDatabase() {
        String name = "test_" + databases.incrementAndGet();
        try (Connection connection = DriverManager.getConnection(jdbcUrl("postgres"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
            return name;
        } catch (SQLException failure) {
            throw new IllegalStateException("The database " + name + " could not be created", failure);
        }
    }

    public String superuser() {
        return SUPERUSER;
    }

    public String password() {
        return PASSWORD;
    }

    public int port() {
        return port;
    }

    /// The server's major version.
    public int version() {
        return binaries.version();
    }

    /// The numbers of all processes of the server, the first one being the one that the others descend from.
    public synchronized List<Long> processes() {
        return process().stream()
                .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()))
                .map(ProcessHandle::pid)
                .toList();
    }

    /// Ends all sessions and stops the server in good order. The data stay.
    public synchronized void stop() {
        process().ifPresent(server -> {
            Command.run(List.of("/bin/sh", "-c", "kill -INT " + server.pid()));
            waitFor(server);
        });
    }

    /// Stops the server if it runs, and starts it on the same port with the same data.
    public synchronized void restart() {
        stop();
        launch();
    }

    /// Kills all processes of the server at once, as when its machine dies.
    public synchronized void killHard() {
        process().ifPresent(server -> {
            List<ProcessHandle> backends = server.descendants().toList();
            server.destroyForcibly();
            backends.forEach(ProcessHandle::destroyForcibly);
            waitFor(server);
            backends.forEach(PostgresServer::waitFor);
            delete(pidFile());
        });
    }

    /// Stops the server and removes its data. More than once does no harm.
    @Override
    public synchronized void close() {
        try {
            watchdog.getOutputStream().close();
            if (!watchdog.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("The server in " + home + " does not stop");
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException _) {
            // The watchdog finishes without us.
            Thread.currentThread().interrupt();
        }
    }

    private void initialize() {
        Path password = home.resolve("password");
        try {
            Files.writeString(password, PASSWORD);
            Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r--r--"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Command.run(user.command(
                binaries.folder().resolve("initdb").toString(),
                "--pgdata=" + data(),
                "--username=" + SUPERUSER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync"));
    }

    /// Between the choice of a port and its use another program may take it.
    private void startOnFreePort() {
        for (int attempt = 1; ; attempt++) {
            port = freePort();
            try {
                launch();
                return;
            } catch (IllegalStateException failure) {
                if (attempt == 5 || !log().contains("Address already in use")) {
                    throw failure;
                }
            }
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void launch() {
        try {
            Process process = new ProcessBuilder(serverCommand())
                    .directory(home.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
                    .start();
            process.getOutputStream().close();
            waitUntilReady(process);
        } catch (IOException failure) {
            throw new UncheckedIOException("PostgreSQL can't be started", failure);
        }
    }

    private List<String> serverCommand() {
        List<String> arguments = new ArrayList<>(user.command(
                binaries.folder().resolve("postgres").toString(), "-D", data().toString(), "-p", "" + port));
        for (String setting : List.of(
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "max_connections=200",
                "fsync=off",
                "full_page_writes=off",
                "shared_buffers=64MB",
                "max_prepared_transactions=0",
                "timezone=UTC",
                "log_timezone=UTC")) {
            arguments.add("-c");
            arguments.add(setting);
        }
        return arguments;
    }

    private void waitUntilReady(Process process) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IllegalStateException("PostgreSQL (" + binaries.folder() + ") does not start:\n" + log());
            }
            pause();
        }
    }

    /// The last line of the file that the server keeps while it runs says whether it accepts connections.
    private boolean isReady() {
        List<String> lines = pidLines();
        return lines.size() >= 8 && lines.get(7).strip().equals("ready");
    }

    private Optional<ProcessHandle> process() {
        List<String> lines = pidLines();
        return lines.isEmpty()
                ? Optional.empty()
                : ProcessHandle.of(Long.parseLong(lines.getFirst().strip()));
    }

    private List<String> pidLines() {
        try {
            return Files.exists(pidFile()) ? Files.readAllLines(pidFile()) : List.of();
        } catch (IOException _) {
            // Removed between the question and the reading.
            return List.of();
        }
    }

    private static void waitFor(ProcessHandle process) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (process.isAlive()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("The process " + process.pid() + " does not end");
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for PostgreSQL", interrupted);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String log() {
        try {
            return Files.exists(logFile()) ? Files.readString(logFile()) : "";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Path data() {
        return home.resolve("data");
    }

    private Path pidFile() {
        return data().resolve("postmaster.pid");
    }

    private Path logFile() {
        return home.resolve("server.log");
    }
}
