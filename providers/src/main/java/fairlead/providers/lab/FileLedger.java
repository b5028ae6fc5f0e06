package fairlead.providers.lab;

import fairlead.providers.lab.LedgerEvent.Changed;
import fairlead.providers.lab.LedgerEvent.Counted;
import fairlead.providers.lab.LedgerEvent.Created;
import fairlead.providers.lab.LedgerEvent.Deleted;
import fairlead.providers.lab.LedgerEvent.Updated;
import fairlead.providers.lab.LedgerFile.Line;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

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
/// Of a thing only the places of its lines are kept in memory: a million things are no burden.
///
/// A line is handed to the operating system in one write before the call returns, so that it survives the end of
/// the process by any signal; it is not synced to the disk. An incomplete last line, the trace of an end within
/// the write, is cut off when the file is opened.
public final class FileLedger implements Ledger, AutoCloseable {

    private final Map<String, Lines> things = new ConcurrentHashMap<>();

    /// The ids of the things, for lists: among very many, to find one here takes many times longer.
    private final NavigableSet<String> ids = new ConcurrentSkipListSet<>();

    private final Map<String, String> deletedBy = new HashMap<>();
    private final Map<Counted, Integer> counts = new HashMap<>();
    private final LedgerFile file;

    /// Where a thing stands.
    ///
    /// @param last its last update; what made it before the first
    /// @param before what was there before the last update; nothing before the first
    private record Lines(Line made, Line last, @Nullable Line before, int generation) {

        Lines changed(Line by) {
            return new Lines(made, by, last, generation + 1);
        }
    }

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /// Opens the ledger in that folder; both are made if missing.
    public FileLedger(Path folder) {
        try {
            Path path = Files.createDirectories(folder, OWNER_ONLY).resolve("ledger.jsonl");
            file = new LedgerFile(path, (line, bytes) -> apply(LedgerEvent.parse(bytes), line));
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
                return Optional.of(Thing.made(id, token, state, at));
            }
        }
        return find(id);
    }

    @Override
    public Optional<Thing> find(String id) {
        return Optional.ofNullable(things.get(id)).map(this::thing);
    }

    private Thing thing(Lines lines) {
        if (!(LedgerEvent.parse(file.read(lines.made)) instanceof Created made)) {
            throw new IllegalStateException("no line of a creation at " + lines.made.begin());
        }
        if (lines.before == null) {
            return Thing.made(made.id(), made.token(), made.state(), made.at());
        }
        Changed last = changed(lines.last);
        return new Thing(
                made.id(),
                made.token(),
                made.at(),
                lines.generation,
                last.token(),
                last.state(),
                Optional.of(changed(lines.before).state().properties()));
    }

    private Changed changed(Line line) {
        if (LedgerEvent.parse(file.read(line)) instanceof Changed changed) {
            return changed;
        }
        throw new IllegalStateException("no line of a state at " + line.begin());
    }

    @Override
    public synchronized Optional<Thing> update(String id, String token, State state, Instant at) {
        Optional<Thing> present = find(id);
        if (present.isEmpty() || present.get().changedBy().equals(token)) {
            return present;
        }
        record(new Updated(id, token, state, at));
        return Optional.of(present.get().changed(token, state));
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
        apply(event, file.append(line));
    }

    private void apply(LedgerEvent event, Line line) {
        switch (event) {
            case Created(String id, String _, State _, Instant _) -> {
                things.put(id, new Lines(line, line, null, 0));
                ids.add(id);
            }
            case Updated(String id, String _, State _, Instant _) ->
                things.computeIfPresent(id, (_, lines) -> lines.changed(line));
            case Deleted(String id, String token, Instant _) -> {
                ids.remove(id);
                things.remove(id);
                deletedBy.put(id, token);
            }
            case Counted counted -> counts.merge(counted, 1, Integer::sum);
        }
    }
}
