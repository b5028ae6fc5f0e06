package fairlead.server.database;

import fairlead.server.database.DatabaseException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// A SQLite file as it is found before it is opened: what can be seen of its header and its size, at a cost that does
/// not grow with it. SQLite itself would make an empty database of an empty file, and meet a missing page only when it
/// is read.
public final class DatabaseFile {

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER = 100;
    private static final int PAGE_SIZE = 16;
    private static final int CHANGES = 24;
    private static final int PAGES = 28;
    private static final int PAGES_VALID_FOR = 92;
    private static final int LARGEST_PAGE = 65_536;

    private final Path file;

    public DatabaseFile(Path file) {
        this.file = file;
    }

    /// Whether there is nothing in it, or no file at all.
    public boolean isEmpty() {
        try {
            return !Files.exists(file) || Files.size(file) == 0;
        } catch (IOException failure) {
            throw unreadable(failure);
        }
    }

    /// Throws [DatabaseException] if this can't be the whole file of a database. An empty file is one to be made,
    /// unless its log is there.
    void require() {
        try {
            Path log = file.resolveSibling(file.getFileName() + "-wal");
            boolean logged = Files.exists(log) && Files.size(log) > 0;
            if (!isEmpty()) {
                requireHeader(logged);
            } else if (logged) {
                throw damaged("is " + (Files.exists(file) ? "empty" : "missing") + ", but its log " + log.getFileName()
                        + " is there");
            }
            Optional<LogFile.Damage> damage = LogFile.damage(log);
            if (damage.isPresent()) {
                throw damagedLog(log, damage.get().whole());
            }
        } catch (IOException failure) {
            throw unreadable(failure);
        }
    }

    private void requireHeader(boolean logged) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        long size;
        try (FileChannel channel = FileChannel.open(file)) {
            size = channel.size();
            while (header.hasRemaining() && channel.read(header) >= 0) {
                // Until the header is read, or there is no more.
            }
        }
        if (header.hasRemaining() || !Arrays.equals(header.array(), 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw damaged("does not begin as a SQLite database does");
        }
        int pageSize = Short.toUnsignedInt(header.getShort(PAGE_SIZE)) == 1
                ? LARGEST_PAGE
                : Short.toUnsignedInt(header.getShort(PAGE_SIZE));
        if (pageSize < 512 || Integer.bitCount(pageSize) != 1) {
            throw damaged("says that its pages have " + pageSize + " bytes, expected a power of two from 512 on");
        }
        long expected = Integer.toUnsignedLong(header.getInt(PAGES)) * pageSize;
        boolean counted = header.getInt(CHANGES) == header.getInt(PAGES_VALID_FOR);
        if (!logged && counted && size < expected) {
            throw damaged("has " + size + " bytes, expected " + expected + " by its header");
        }
    }

    private DatabaseException damaged(String how) {
        return new DatabaseException(
                Kind.BROKEN,
                "the database " + file.toAbsolutePath() + " " + how
                        + ": restore it from a backup, with its log if any");
    }

    private static DatabaseException damagedLog(Path log, long whole) {
        return new DatabaseException(
                Kind.BROKEN,
                "the log " + log.toAbsolutePath() + " is damaged after " + whole
                        + " bytes, and has commits behind that: restore it from a backup, with its database; or, to go"
                        + " on without them, cut it there (truncate -s " + whole + " " + log.getFileName() + ")");
    }

    private DatabaseException unreadable(IOException failure) {
        return new DatabaseException(Kind.UNAVAILABLE, "can't read " + file + ": " + failure.getMessage(), failure);
    }
}
