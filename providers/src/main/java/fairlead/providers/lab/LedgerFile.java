package fairlead.providers.lab;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A file of lines that only grows, and whose lines are read again by where they are.
///
/// No channels: an interrupt, which ends a call at its deadline, would close one for all threads.
final class LedgerFile implements AutoCloseable {

    /// Where a line is, without its end.
    record Line(long begin, int length) {}

    /// What is done with each line when the file is opened. Throws [IllegalArgumentException] if it is damaged.
    interface Visitor {
        void visit(Line line, byte[] bytes);
    }

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path path;
    private final FileOutputStream end;
    private final Queue<RandomAccessFile> idle = new ConcurrentLinkedQueue<>();
    private long length;
    private volatile boolean closed;

    /// Opens the file, makes it if missing, keeps it from other users, and shows what is in it. An incomplete last line
    /// is cut off.
    LedgerFile(Path path, Visitor visitor) throws IOException {
        this.path = path;
        if (Files.exists(path)) {
            cutIncompleteLine(path);
            visit(path, visitor);
        } else {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        Files.setPosixFilePermissions(path, OWNER_ONLY);
        end = new FileOutputStream(path.toFile(), true);
        length = Files.size(path);
    }

    private static void visit(Path path, Visitor visitor) throws IOException {
        try (InputStream bytes = Files.newInputStream(path)) {
            byte[] buffer = new byte[1 << 16];
            int filled = 0;
            long begin = 0;
            int number = 0;
            for (int more = bytes.read(buffer); more >= 0; more = bytes.read(buffer, filled, buffer.length - filled)) {
                int start = 0;
                int end = filled + more;
                for (int i = filled; i < end; i++) {
                    if (buffer[i] == '\n') {
                        number++;
                        visit(path, number, new Line(begin, i - start), Arrays.copyOfRange(buffer, start, i), visitor);
                        begin += i - start + 1;
                        start = i + 1;
                    }
                }
                filled = end - start;
                System.arraycopy(buffer, start, buffer, 0, filled);
                if (filled == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * filled);
                }
            }
        }
    }

    private static void visit(Path path, int number, Line line, byte[] bytes, Visitor visitor) throws IOException {
        try {
            visitor.visit(line, bytes);
        } catch (IllegalArgumentException damage) {
            throw new IOException("line " + number + " of " + path + " is damaged", damage);
        }
    }

    /// Not for several threads at once.
    Line append(byte[] line) {
        byte[] ended = Arrays.copyOf(line, line.length + 1);
        ended[line.length] = '\n';
        try {
            end.write(ended);
        } catch (IOException failure) {
            cut(failure);
            throw new UncheckedIOException("The ledger can't be written", failure);
        }
        Line appended = new Line(length, line.length);
        length += ended.length;
        return appended;
    }

    /// Leaves no part of a line behind when the disk is full: the next one would be glued to it.
    private void cut(IOException failure) {
        try {
            end.getChannel().truncate(length);
        } catch (IOException second) {
            failure.addSuppressed(second);
        }
    }

    byte[] read(Line line) {
        try {
            RandomAccessFile free = idle.poll();
            RandomAccessFile file = free == null ? new RandomAccessFile(path.toFile(), "r") : free;
            try {
                byte[] bytes = new byte[line.length];
                file.seek(line.begin);
                file.readFully(bytes);
                return bytes;
            } finally {
                giveBack(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("The ledger can't be read", failure);
        }
    }

    private void giveBack(RandomAccessFile file) throws IOException {
        idle.add(file);
        if (closed) {
            closeIdle();
        }
    }

    private void closeIdle() throws IOException {
        for (RandomAccessFile file = idle.poll(); file != null; file = idle.poll()) {
            file.close();
        }
    }

    private static void cutIncompleteLine(Path path) throws IOException {
        try (var access = new RandomAccessFile(path.toFile(), "rw")) {
            long end = access.length();
            while (end > 0 && byteAt(access, end - 1) != '\n') {
                end--;
            }
            access.setLength(end);
        }
    }

    private static int byteAt(RandomAccessFile access, long position) throws IOException {
        access.seek(position);
        return access.read();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        closeIdle();
        end.close();
    }
}
