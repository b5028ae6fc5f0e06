package fairlead.server.access.audit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A file of lines that is appended to. Once it is long it gets a name with a number, and a new one is begun;
/// what is written is on the disk before the call returns.
///
/// Used by one thread.
final class RotatedFile implements AutoCloseable {

    private final Path path;
    private final long longest;
    private FileChannel channel;

    private RotatedFile(Path path, long longest, FileChannel channel) {
        this.path = path;
        this.longest = longest;
        this.channel = channel;
    }

    /// Opens it, and cuts off a last line that a crash has left without an end.
    static RotatedFile open(Path path, long longest) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        if (Files.exists(path)) {
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                long end = file.length();
                while (end > 0 && byteAt(file, end - 1) != '\n') {
                    end--;
                }
                file.setLength(end);
            }
        }
        return new RotatedFile(path, longest, append(path));
    }

    private static int byteAt(RandomAccessFile file, long place) throws IOException {
        file.seek(place);
        return file.read();
    }

    private static FileChannel append(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// The last line that has some text in it, in this file or the one before.
    Optional<String> last(String text) throws IOException {
        for (Path file : all(path).reversed()) {
            try (Stream<String> lines = Files.lines(file)) {
                Optional<String> found =
                        lines.filter(line -> line.contains(text)).reduce((_, later) -> later);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /// The file, behind those that are full, the oldest first.
    static List<Path> all(Path path) throws IOException {
        List<Path> files = new ArrayList<>(earlier(path));
        files.add(path);
        return files;
    }

    private static List<Path> earlier(Path path) throws IOException {
        String prefix = path.getFileName() + ".";
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> {
                        String name = file.getFileName().toString();
                        return name.startsWith(prefix)
                                && name.substring(prefix.length()).matches("\\d{12}");
                    })
                    .sorted()
                    .toList();
        }
    }

    /// Appends lines, each with its end.
    void append(String lines) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
        if (channel.size() >= longest) {
            rotate();
        }
    }

    private void rotate() throws IOException {
        int next = earlier(path).size() + 1;
        channel.close();
        Path full = path.resolveSibling(path.getFileName() + "." + String.format("%012d", next));
        Files.move(path, full, StandardCopyOption.ATOMIC_MOVE);
        channel = append(path);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
