package fairlead.server;

import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import fairlead.server.database.FailingStorage;
import fairlead.server.database.FailingStorage.Fault;
import fairlead.server.database.FailingStorage.Moment;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.database.Work;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.options.Options;
import fairlead.server.wiring.ControlPlane;
import fairlead.server.wiring.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A server that is wrong in a way that no restart is spared for. The first argument says how; the others are options.
final class FailingServer {

    /// Once there is a file of that name in the data folder, no flush of the database succeeds, and that is borne for a
    /// moment only.
    static final String FLUSH = "flush";

    /// The dispatcher of operations meets what it does not expect.
    static final String DISPATCHER = "dispatcher";

    private FailingServer() {}

    public static void main(String[] arguments) {
        List<String> all = List.of(arguments);
        Options options = Options.parse(all.subList(0, all.size() - 1));
        FailStop.turnOn();
        Path file = options.storage().data().resolve("fairlead.db");
        Supplier<Database> opening =
                all.getLast().equals(FLUSH) ? () -> unflushed(file) : () -> new Surprising(SqliteDatabase.open(file));
        ControlPlane plane = ControlPlane.start(options, Sources.real(), opening, List.of());
        Main.welcome(System.out, plane, options);
    }

    private static Database unflushed(Path file) {
        FailingStorage storage = new FailingStorage();
        Database database = storage.open(file, Duration.ofMillis(200));
        Path mark = file.resolveSibling(FLUSH);
        storage.failWhile(
                site -> site.equals("flush") && Files.exists(mark), new Fault(FailingStorage.IO_ERROR, Moment.BEFORE));
        return database;
    }

    /// A database that breaks its contract towards the dispatcher.
    private record Surprising(Database real) implements Database {

        @Override
        public <T extends @Nullable Object> T read(Work<T> work) {
            if (Thread.currentThread().getName().equals(DISPATCHER)) {
                throw new IllegalStateException("an operation has two owners");
            }
            return real.read(work);
        }

        @Override
        public <T extends @Nullable Object> T write(Work<T> work) {
            return real.write(work);
        }

        @Override
        public <T extends @Nullable Object> T rehearse(Work<T> work) {
            return real.rehearse(work);
        }

        @Override
        public Dialect dialect() {
            return real.dialect();
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
