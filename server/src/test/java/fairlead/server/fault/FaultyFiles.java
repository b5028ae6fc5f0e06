package fairlead.server.fault;

import fairlead.server.database.OfflineCheck;
import fairlead.server.wiring.Records;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// The files of a SQLite database, below the driver: a small library of C is preloaded into the server's process and
/// takes orders by memory that both have. It is compiled by the system's `cc`.
final class FaultyFiles implements FailingStore {

    private static final Path SOURCE = Path.of("src", "test", "c", "failing_storage.c");

    private static final List<String> FILES = List.of("database", "log", "index", "lock file", "folder");
    private static final List<String> CALLS = List.of("open", "read", "write", "flush", "truncate", "delete");
    private static final int CALLS_OF_A_FILE = 8;

    private static final int INPUT_OUTPUT_ERROR = 5;
    private static final int TOO_MANY_OPEN_FILES = 24;
    private static final int NO_SPACE = 28;

    private static final int BEFORE = 0;
    private static final int AFTER = 1;
    private static final int SHORT = 2;
    private static final int FLIP = 3;

    /// Numbers in the control file, as in the source.
    private enum Order {
        ARMED,
        FILE,
        CALL,
        FIRST,
        TIMES,
        MODE,
        CODE,
        SEED,
        SEEN,
        FAILED
    }

    private static final List<Order> ORDERS = List.of(Order.values());

    private static final int COUNTERS = 16;
    private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle();

    private final Path folder;
    private final Path library;
    private final Path control;
    private final RandomGenerator chance;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment orders;
    private int generation;

    /// @param folder an empty one
    /// @param chance which bit is flipped
    FaultyFiles(Path folder, RandomGenerator chance) {
        this.folder = folder;
        this.chance = chance;
        library = folder.resolve("failing_storage.so");
        control = folder.resolve("control");
        long size = Long.BYTES * (COUNTERS + (long) FILES.size() * CALLS_OF_A_FILE);
        try {
            compile();
            Files.write(control, new byte[(int) size]);
            try (FileChannel channel = FileChannel.open(control, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                orders = channel.map(MapMode.READ_WRITE, 0, size, arena);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void compile() throws IOException {
        Process compiler = new ProcessBuilder(
                        "cc",
                        "-shared",
                        "-fPIC",
                        "-O1",
                        "-Wall",
                        "-Wextra",
                        "-Werror",
                        "-o",
                        library.toString(),
                        SOURCE.toString(),
                        "-ldl")
                .inheritIO()
                .start();
        try {
            if (compiler.waitFor() != 0) {
                throw new IllegalStateException("cc can't compile " + SOURCE.toAbsolutePath());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private Path data() {
        return folder.resolve("data-" + generation);
    }

    @Override
    public List<String> options() {
        return List.of("--data=" + data());
    }

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "FAULT_FOLDER", data().toString(),
                "FAULT_CONTROL", control.toString());
    }

    @Override
    public List<String> places() {
        List<String> places = new ArrayList<>();
        for (String file : FILES) {
            for (String call : CALLS) {
                places.add(file + ": " + call);
            }
        }
        return places;
    }

    @Override
    public List<Fault> faults(String place) {
        Fault once = new Fault("EIO once", 1, BEFORE, INPUT_OUTPUT_ERROR, false);
        Fault thrice = new Fault("EIO three times", 3, BEFORE, INPUT_OUTPUT_ERROR, false);
        Fault lasting = new Fault("EIO until healed", Fault.UNTIL_HEALED, BEFORE, INPUT_OUTPUT_ERROR, false);
        return switch (place.substring(place.indexOf(": ") + 2)) {
            case "open" ->
                List.of(
                        new Fault("EMFILE once", 1, BEFORE, TOO_MANY_OPEN_FILES, false),
                        new Fault("EIO until healed", Fault.UNTIL_HEALED, BEFORE, INPUT_OUTPUT_ERROR, false));
            case "read" -> List.of(once, lasting, new Fault("bit flipped", 1, FLIP, INPUT_OUTPUT_ERROR, true));
            case "write" ->
                List.of(
                        once,
                        thrice,
                        lasting,
                        new Fault("ENOSPC once", 1, BEFORE, NO_SPACE, false),
                        new Fault("ENOSPC until healed", Fault.UNTIL_HEALED, BEFORE, NO_SPACE, false),
                        new Fault("half written, then ENOSPC", 1, SHORT, NO_SPACE, false),
                        new Fault("written, but EIO", 1, AFTER, INPUT_OUTPUT_ERROR, false),
                        new Fault("bit flipped", 1, FLIP, INPUT_OUTPUT_ERROR, true));
            case "flush" ->
                List.of(once, thrice, lasting, new Fault("flushed, but EIO", 1, AFTER, INPUT_OUTPUT_ERROR, false));
            default -> List.of(once, lasting);
        };
    }

    private static int placeNumber(String place) {
        int colon = place.indexOf(": ");
        int file = FILES.indexOf(place.substring(0, colon));
        return file * CALLS_OF_A_FILE + CALLS.indexOf(place.substring(colon + 2));
    }

    private long get(int number) {
        return (long) NUMBER.getVolatile(orders, (long) Long.BYTES * number);
    }

    private void set(Order order, long value) {
        NUMBER.setVolatile(orders, (long) Long.BYTES * ORDERS.indexOf(order), value);
    }

    @Override
    public long count(String place) {
        return get(COUNTERS + placeNumber(place));
    }

    @Override
    public void arm(String place, long number, Fault fault) {
        int at = placeNumber(place);
        set(Order.ARMED, 0);
        set(Order.FILE, at / CALLS_OF_A_FILE);
        set(Order.CALL, at % CALLS_OF_A_FILE);
        set(Order.FIRST, number);
        set(Order.TIMES, fault.times());
        set(Order.MODE, fault.mode());
        set(Order.CODE, fault.code());
        set(Order.SEED, chance.nextLong(1L << 40));
        set(Order.SEEN, 0);
        set(Order.FAILED, 0);
        set(Order.ARMED, 1);
    }

    @Override
    public long failed() {
        return get(ORDERS.indexOf(Order.FAILED));
    }

    @Override
    public void heal() {
        set(Order.ARMED, 0);
    }

    @Override
    public void discard() {
        generation++;
    }

    @Override
    public List<String> damages() {
        return OfflineCheck.run(data().resolve("fairlead.db"), Records.all()).damages();
    }

    @Override
    public void close() {
        arena.close();
    }
}
