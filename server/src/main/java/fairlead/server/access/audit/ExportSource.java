package fairlead.server.access.audit;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A log in the files that [AuditExport] has written, from the first record on. Used by one thread.
///
/// It throws [UncheckedIOException] for what can't be read.
public final class ExportSource implements LogSource, AutoCloseable {

    private static final int AT_ONCE = 1000;

    private final List<Path> files;
    private final List<byte[]> leaves = new ArrayList<>();
    private final List<Long> numbers = new ArrayList<>();
    private final List<Signed> checkpoints = new ArrayList<>();
    private String origin = "";
    private int next;
    private @Nullable BufferedReader reader;

    private ExportSource(List<Path> files) {
        this.files = List.copyOf(files);
    }

    /// Reads the leaves and checkpoints of the file, and of those that it had the name of before.
    public static ExportSource open(Path file) {
        try {
            ExportSource source = new ExportSource(RotatedFile.all(file));
            for (Path path : source.files) {
                try (BufferedReader lines = Files.newBufferedReader(path)) {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        source.take(read(path, line));
                    }
                }
            }
            return source;
        } catch (IOException failure) {
            throw new UncheckedIOException("can't read " + file, failure);
        }
    }

    private static JsonNode read(Path path, String line) throws IOException {
        try {
            return JsonMapper.shared().readTree(line);
        } catch (JacksonException malformed) {
            throw new IOException(path + " has a line that is no JSON", malformed);
        }
    }

    private void take(JsonNode line) throws IOException {
        if (line.has("checkpoint")) {
            String note = line.path("checkpoint").asString("");
            origin = origin.isEmpty() ? note.lines().findFirst().orElse("") : origin;
            checkpoints.add(new Signed(numbers.size(), note));
            return;
        }
        byte[] leaf = bytes(line.path("leafHash"));
        if (leaf.length != Hashes.LENGTH) {
            throw new IOException("the leaf of record " + line.path("number") + " is no hash");
        }
        leaves.add(leaf);
        numbers.add(line.path("number").asLong(0));
    }

    private static byte[] bytes(JsonNode text) throws IOException {
        try {
            return Base64.getDecoder().decode(text.asString(""));
        } catch (IllegalArgumentException malformed) {
            throw new IOException("what should be base64 is not", malformed);
        }
    }

    @Override
    public About about() {
        return new About(origin, List.of(), 0, 0, Optional.empty());
    }

    @Override
    public List<Signed> checkpoints(long after) {
        return checkpoints.stream().filter(signed -> signed.size() > after).toList();
    }

    @Override
    public Optional<Tile> tile(long number) {
        int begin = (int) number * MerkleTree.WIDTH;
        int end = Math.min(begin + MerkleTree.WIDTH, numbers.size());
        if (begin >= end) {
            return Optional.empty();
        }
        ByteArrayOutputStream hashes = new ByteArrayOutputStream();
        leaves.subList(begin, end).forEach(hashes::writeBytes);
        return Optional.of(new Tile(
                hashes.toByteArray(),
                numbers.subList(begin, end).stream().mapToLong(Long::longValue).toArray()));
    }

    @Override
    public List<Entry> entries(long after) {
        try {
            List<Entry> entries = new ArrayList<>();
            while (entries.size() < AT_ONCE) {
                if (reader == null && next == files.size()) {
                    break;
                }
                BufferedReader lines = reader == null ? Files.newBufferedReader(files.get(next++)) : reader;
                reader = lines;
                String line = lines.readLine();
                if (line == null) {
                    lines.close();
                    reader = null;
                } else {
                    entry(files.get(next - 1), line)
                            .filter(entry -> entry.seq() > after)
                            .ifPresent(entries::add);
                }
            }
            return entries;
        } catch (IOException failure) {
            throw new UncheckedIOException("can't read the exported records", failure);
        }
    }

    private static Optional<Entry> entry(Path path, String text) throws IOException {
        JsonNode line = read(path, text);
        return line.has("number")
                ? Optional.of(new Entry(
                        line.path("number").asLong(0),
                        Optional.of(bytes(line.path("leafHash"))),
                        bytes(line.path("encoded")),
                        bytes(line.path("personalHash"))))
                : Optional.empty();
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
        }
    }
}
