package fairlead.server.database;

import fairlead.server.database.DatabaseException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A file beside a SQLite database with the number of an event that is in it. A database in which there is none as high
/// has lost changes: SQLite takes a log that was cut, and an older file in the place of a newer one, for whole.
///
/// The number is written once a second, and not flushed: after a failure of the machine it may be older than the
/// database, or not be there, but never be ahead of it.
public final class DatabaseMark implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseMark.class);
    private static final long PAUSE_MILLIS = 1000;

    /// Events are forgotten, their numbers are not.
    private static final String NEWEST = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'event'";

    private final Database database;
    private final Path file;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread worker;
    private long written = -1;

    /// Throws [DatabaseException] if the database lacks what the mark says.
    ///
    /// @param database whose tables are there
    public DatabaseMark(Database database, Path databaseFile) {
        this.database = database;
        file = beside(databaseFile);
        worker = Thread.ofVirtual().name("database-mark").unstarted(this::work);
        long newest = newest();
        OptionalLong expected = read();
        if (expected.isPresent() && expected.getAsLong() > newest) {
            throw new DatabaseException(
                    Kind.BROKEN,
                    "the database " + databaseFile.toAbsolutePath() + " has events up to " + newest
                            + ", and had them up to "
                            + expected.getAsLong() + " before: its log was cut, or an older copy is in its place."
                            + " Restore it from a backup, or delete " + file.getFileName()
                            + " to go on with what is there");
        }
    }

    private static Path beside(Path databaseFile) {
        return databaseFile.resolveSibling(databaseFile.getFileName() + ".mark");
    }

    /// Deletes the mark of a database that is begun anew.
    public static void forget(Path databaseFile) {
        try {
            Files.deleteIfExists(beside(databaseFile));
        } catch (IOException failure) {
            throw new UncheckedIOException("can't delete " + beside(databaseFile), failure);
        }
    }

    /// From now on the mark is kept, until it is closed.
    public DatabaseMark begin() {
        write();
        worker.start();
        return this;
    }

    private long newest() {
        return database.read(transaction -> transaction.one(NEWEST, Row::number).orElse(0L));
    }

    /// What can't be read marks nothing.
    private OptionalLong read() {
        try {
            return OptionalLong.of(Long.parseLong(Files.readString(file).strip()));
        } catch (IOException | NumberFormatException none) {
            return OptionalLong.empty();
        }
    }

    void write() {
        try {
            long newest = newest();
            if (newest != written) {
                Path next = file.resolveSibling(file.getFileName() + ".new");
                Files.deleteIfExists(next);
                Files.createFile(
                        next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(next, newest + "\n");
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                written = newest;
            }
        } catch (IOException | DatabaseException failure) {
            LOG.debug("can't write {}: {}", file, failure.getMessage());
        }
    }

    private void work() {
        try {
            while (!closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                write();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// The last change that was made is marked, too.
    @Override
    public void close() {
        closed.countDown();
        try {
            worker.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        write();
    }
}
