package fairlead.server.database;

import fairlead.server.database.DatabaseException.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The files of a SQLite database while a server has it: private to their owner, locked against other servers, and
/// still the ones that were opened. [SqliteDatabase] takes them before SQLite opens them.
///
/// Two locks keep other processes away. That of the lock file is taken first, so that the file of the database is not
/// touched where another process has it. The other one is on the database file itself, at a byte beyond all that
/// SQLite locks: it holds when the lock file was deleted. Other processes than servers may read the database.
final class LockedFiles implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LockedFiles.class);
    private static final long BEYOND = Long.MAX_VALUE - 1;
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> PRIVATE_FOLDER = PosixFilePermissions.fromString("rwx------");

    /// The files that this process has open, as the operating system knows them. Locks belong to the process: to open
    /// such a file once more and to close it again would release those of SQLite.
    private static final Set<Object> OPEN = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final Path log;
    private final Object opened;
    private final FileChannel lockFile;
    private RandomAccessFile content;
    private FileLock lock;

    /// Null until SQLite has opened it.
    private volatile @Nullable Object openedLog;

    /// Whether another process may have written to the files.
    private volatile boolean lost;

    private LockedFiles(Path file, Object opened, FileChannel lockFile, RandomAccessFile content, FileLock lock) {
        this.file = file;
        this.opened = opened;
        this.lockFile = lockFile;
        this.content = content;
        this.lock = lock;
        log = beside(file, "-wal");
    }

    /// Takes the file, which is made if it is missing. Throws [DatabaseException] if another process has it, or it is
    /// no whole database.
    static LockedFiles take(Path file) throws IOException {
        Files.createDirectories(
                file.toAbsolutePath().getParent(), PosixFilePermissions.asFileAttribute(PRIVATE_FOLDER));
        FileChannel lockFile = lockFile(file);
        try {
            if (isOpenHere(file)) {
                throw taken(file);
            }
            new DatabaseFile(file).require();
            make(file);
            for (String ending : List.of("-wal", "-shm")) {
                restrict(beside(file, ending));
            }
            return take(file, lockFile);
        } catch (IOException | RuntimeException failure) {
            lockFile.close();
            throw failure;
        }
    }

    /// Keeps servers away from a file that none has, until what is returned is closed. Of the files of the database
    /// none is made or changed. Throws [DatabaseException] if a server has it.
    static FileChannel reserve(Path file) throws IOException {
        FileChannel lockFile = lockFile(file);
        try {
            if (isOpenHere(file)) {
                throw taken(file);
            }
            try (FileChannel channel = FileChannel.open(file)) {
                require(locked(channel, BEYOND, true), file);
            }
            return lockFile;
        } catch (IOException | RuntimeException failure) {
            lockFile.close();
            throw failure;
        }
    }

    private static FileChannel lockFile(Path file) throws IOException {
        Path path = beside(file, ".lock");
        make(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        try {
            require(locked(channel, 0, false), file);
            return channel;
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
    }

    private static boolean isOpenHere(Path file) {
        Object key = key(file);
        return key != null && OPEN.contains(key);
    }

    private static LockedFiles take(Path file, FileChannel lockFile) throws IOException {
        Object opened = key(file);
        if (opened == null || !OPEN.add(opened)) {
            throw taken(file);
        }
        RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw");
        try {
            FileLock lock = require(locked(content.getChannel(), BEYOND, false), file);
            return new LockedFiles(file, opened, lockFile, content, lock);
        } catch (IOException | RuntimeException failure) {
            OPEN.remove(opened);
            content.close();
            throw failure;
        }
    }

    private static @Nullable FileLock locked(FileChannel channel, long position, boolean shared) throws IOException {
        try {
            return channel.tryLock(position, 1, shared);
        } catch (OverlappingFileLockException sameProcess) {
            // Held by this very process: the same answer as for another one.
            return null;
        }
    }

    private static FileLock require(@Nullable FileLock lock, Path file) {
        if (lock == null) {
            throw taken(file);
        }
        return lock;
    }

    private static DatabaseException taken(Path file) {
        return new DatabaseException(
                Kind.UNAVAILABLE,
                "another process has the data directory "
                        + file.toAbsolutePath().getParent() + " open");
    }

    /// SQLite gives its other files the permissions of the database file.
    private static void make(Path path) throws IOException {
        try {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PRIVATE));
        } catch (FileAlreadyExistsException there) {
            restrict(path);
        }
    }

    private static void restrict(Path path) {
        try {
            if (Files.exists(path) && !Files.getPosixFilePermissions(path).equals(PRIVATE)) {
                Files.setPosixFilePermissions(path, PRIVATE);
            }
        } catch (IOException ofAnother) {
            LOG.warn("can't keep {} from other users: {}", path, ofAnother.getMessage());
        }
    }

    private static Path beside(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    /// What the operating system knows the file by, whatever it is called; null if there is none.
    private static @Nullable Object key(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (IOException gone) {
            return null;
        }
    }

    /// Takes the lock on the database file once more. SQLite releases all locks on a file whenever none of its own is
    /// left: before the first connection has opened the log, and after the last one is closed. To be called when a
    /// connection has read something.
    ///
    /// Throws [DatabaseException] if another process has taken it in between; then the files are lost for good.
    void lockAgain() throws IOException {
        if (lock.isValid()) {
            lock.release();
        }
        FileLock again = locked(content.getChannel(), BEYOND, false);
        if (again == null) {
            lost = true;
            throw taken(file);
        }
        lock = again;
        if (openedLog == null) {
            openedLog = key(log);
        }
    }

    /// Opens the database file anew and locks it. To be called when SQLite has no connection: to close a file releases
    /// SQLite's locks on it, too.
    ///
    /// Throws [DatabaseException] if it is not the same file any more, or another process has taken it.
    void reopen() throws IOException {
        requireSame();
        content.close();
        content = new RandomAccessFile(file.toFile(), "rw");
        lockAgain();
    }

    /// The file of the database.
    Path path() {
        return file;
    }

    /// Has all that is written to the database file flushed to the disk.
    void flush() throws IOException {
        content.getFD().sync();
    }

    /// Why the files are no longer those that were opened, in words; null if all are. Called by the writer before each
    /// commit: what is written to a deleted file is lost when the process ends.
    @Nullable
    String replaced() {
        if (lost) {
            return "another process has opened " + file + " while the server recovered from a fault of the storage:"
                    + " stop it, and start the server again";
        }
        if (!opened.equals(key(file))) {
            return replaced(file);
        }
        Object before = openedLog;
        return before == null || before.equals(key(log)) ? null : replaced(log);
    }

    private static String replaced(Path path) {
        return path + " was deleted or replaced while the server ran: restore it, and start the server again";
    }

    /// Throws [DatabaseException] if the files are no longer those that were opened. Asked before each connection, as
    /// SQLite would open whatever has the name, or make a new file.
    void requireSame() {
        String replaced = replaced();
        if (replaced != null) {
            throw new DatabaseException(Kind.UNAVAILABLE, replaced);
        }
    }

    /// Gives the file to others. What was written stays open if it is not known to be on the disk.
    ///
    /// @param written whether all that was written is on the disk
    void release(boolean written) throws IOException {
        OPEN.remove(opened);
        if (lock.isValid()) {
            lock.release();
        }
        if (written) {
            content.close();
        }
        lockFile.close();
    }

    @Override
    public void close() throws IOException {
        release(true);
    }
}
