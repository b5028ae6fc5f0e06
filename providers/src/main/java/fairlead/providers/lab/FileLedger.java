package fairlead.providers.lab;

import fairlead.providers.lab.LedgerEvent.Counted;
import fairlead.providers.lab.LedgerEvent.Created;
import fairlead.providers.lab.LedgerEvent.Deleted;
import fairlead.providers.lab.LedgerEvent.Updated;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import tools.jackson.core.JacksonException;

/// The ledger of a single process: the file `ledger.jsonl`, which only grows.
///
/// Each line is one event, a JSON object, with its end (`\n`) as the last byte and `properties` as the last
/// member:
///
/// | `event` | means | further members |
/// |---|---|---|
/// | `created` | the operation with this token made it | `at`, `id`, `token`, `secretSha256` if any, `properties` |
/// | `updated` | it got this state as a whole | the same |
/// | `deleted` | it was removed | `at`, `id`, `token` |
/// | `counted` | something happened that is to happen a given number of times | `id`, `occasion` |
///
/// A thing exists if its `created` has no `deleted`; `created` occurs once for each id, and an id belongs to one
/// token. So duplicates and leaks can be counted with `grep`.
///
/// A line is handed to the operating system in one write before the call returns, so that it survives the end of
/// the process by any signal; it is not synced to the disk. An incomplete last line, the trace of an end within
/// the write, is cut off when the file is opened.
public final class FileLedger implements Ledger, AutoCloseable {

    private final Map<String, Thing> things = new ConcurrentHashMap<>();

    /// The ids of the things, for lists: among very many, to find one here takes many times longer.
    private final NavigableSet<String> ids = new ConcurrentSkipListSet<>();

    private final Map<String, String> deletedBy = new HashMap<>();
    private final Map<Counted, Integer> counts = new HashMap<>();
    private final FileOutputStream file;
    private long length;

    /// Opens the ledger in that folder; both are made if missing.
    public FileLedger(Path folder) {
        try {
            Path path = Files.createDirectories(folder).resolve("ledger.jsonl");
            if (Files.exists(path)) {
                cutIncompleteLine(path);
                load(path);
            }
            // Not a FileChannel: an interrupt, which ends a call at its deadline, would close that for everybody.
            file = new FileOutputStream(path.toFile(), true);
            length = Files.size(path);
        } catch (IOException failure) {
            throw new UncheckedIOException("The ledger in " + folder + " can't be opened", failure);
        }
    }

    @Override
    public Optional<Thing> create(String id, String token, State state, Instant at) {
        var event = new Created(id, token, state, at);
        byte[] line = event.line();
        synchronized (this) {
            if (!things.containsKey(id) && !deletedBy.containsKey(id)) {
                record(event, line);
            }
            return find(id);
        }
    }

    @Override
    public Optional<Thing> find(String id) {
        return Optional.ofNullable(things.get(id));
    }

    @Override
    public synchronized Optional<Thing> update(String id, String token, State state, Instant at) {
        Thing thing = things.get(id);
        if (thing != null && !thing.changedBy().equals(token)) {
            record(new Updated(id, token, state, at));
        }
        return find(id);
    }

    @Override
    public synchronized boolean delete(String id, String token, Instant at) {
        if (things.containsKey(id)) {
            record(new Deleted(id, token, at));
        }
        return token.equals(deletedBy.get(id));
    }

    @Override
    public synchronized boolean isAmongFirst(String id, String occasion, int most) {
        var event = new Counted(id, occasion);
        boolean isAmong = counts.getOrDefault(event, 0) < most;
        if (isAmong) {
            record(event);
        }
        return isAmong;
    }

    @Override
    public List<Thing> list(Optional<String> after, int limit) {
        return after.map(id -> ids.tailSet(id, false)).orElse(ids).stream()
                .flatMap(id -> find(id).stream())
                .limit(limit)
                .toList();
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void record(LedgerEvent event) {
        record(event, event.line());
    }

    private void record(LedgerEvent event, byte[] line) {
        byte[] ended = Arrays.copyOf(line, line.length + 1);
        ended[line.length] = '\n';
        append(ended);
        apply(event);
    }

    /// Leaves no part of a line behind when the disk is full: the next one would be glued to it.
    private void append(byte[] line) {
        try {
            file.write(line);
            length += line.length;
        } catch (IOException failure) {
            cut(failure);
            throw new UncheckedIOException("The ledger can't be written", failure);
        }
    }

    private void cut(IOException failure) {
        try {
            file.getChannel().truncate(length);
        } catch (IOException second) {
            failure.addSuppressed(second);
        }
    }

    private void apply(LedgerEvent event) {
        switch (event) {
            case Created(String id, String token, State state, Instant at) -> {
                things.put(id, Thing.made(id, token, state, at));
                ids.add(id);
            }
            case Updated(String id, String token, State state, Instant _) ->
                things.computeIfPresent(id, (_, thing) -> thing.changed(token, state));
            case Deleted(String id, String token, Instant _) -> {
                ids.remove(id);
                things.remove(id);
                deletedBy.put(id, token);
            }
            case Counted counted -> counts.merge(counted, 1, Integer::sum);
        }
    }

    private void load(Path path) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(path)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                try {
                    apply(LedgerEvent.parse(line));
                } catch (JacksonException | IllegalArgumentException | DateTimeException damage) {
                    throw new IOException("line " + number + " of " + path + " is damaged", damage);
                }
            }
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
}
