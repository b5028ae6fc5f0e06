package fairlead.server.region;

import fairlead.server.options.FrontOptions;
import fairlead.server.options.Options;
import fairlead.server.wiring.ControlPlane;
import fairlead.server.wiring.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/// Cells in this process, one for each location, and fronts.
final class Regions implements AutoCloseable {

    static final String WEST = "westeurope";
    static final String NORTH = "northeurope";
    static final String EAST = "eastus";
    static final List<String> LOCATIONS = List.of(WEST, NORTH, EAST);
    static final String SUBSCRIPTION = "/subscriptions/" + ControlPlane.DEVELOPMENT;

    private final Map<String, ControlPlane> planes = new LinkedHashMap<>();
    private final Map<String, Api> cells = new LinkedHashMap<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Map<String, AtomicLong> ahead = new HashMap<>();
    private final List<String> ofFronts;
    private final Api front;

    /// @param more options of each cell
    Regions(Path folder, String... more) {
        this(folder, List.of(), more);
    }

    /// @param ofFronts options of each front
    /// @param more options of each cell
    Regions(Path folder, List<String> ofFronts, String... more) {
        this.ofFronts = List.copyOf(ofFronts);
        for (String location : LOCATIONS) {
            begin(location, folder.resolve(location), more);
        }
        front = anotherFront();
    }

    /// Starts the cell of a location with what is in a folder.
    ///
    /// @param more options
    void begin(String location, Path data, String... more) {
        int port = port(List.of(more));
        List<String> arguments = new ArrayList<>(
                List.of("--port=" + port, "--data=" + data, "--min-retry-after=1", "--cell=" + location));
        LOCATIONS.forEach(known -> arguments.add("--location=" + known));
        arguments.addAll(List.of(more));
        ControlPlane plane = ControlPlane.start(Options.parse(arguments), sources(location));
        planes.put(location, plane);
        URI url = port == 0 ? plane.url() : URI.create("http://127.0.0.1:" + port);
        Api before = cells.put(location, new Api(url));
        if (before != null) {
            before.close();
        }
    }

    private Sources sources(String location) {
        AtomicLong nanos = ahead.computeIfAbsent(location, _ -> new AtomicLong());
        Sources real = Sources.real();
        return new Sources(
                real.clock(), () -> System.nanoTime() + nanos.get(), real.chance(), real.ids(), real.requestIds());
    }

    /// Lets so much time go by in a cell, by the clock that only goes forward.
    void elapse(String location, Duration time) {
        Objects.requireNonNull(ahead.get(location), location).addAndGet(time.toNanos());
    }

    /// A front that knows nothing of what the others have found out.
    Api anotherFront() {
        return anotherFront(ofFronts);
    }

    /// @param more its options
    Api anotherFront(List<String> more) {
        int port = port(more);
        List<String> arguments = new ArrayList<>(List.of("--port=" + port));
        arguments.addAll(more);
        LOCATIONS.stream()
                .filter(planes::containsKey)
                .forEach(location -> arguments.add(
                        "--cell=" + location + "=" + cell(location).url()));
        Sources sources = Sources.real();
        Front another = Front.start(FrontOptions.parse(arguments), sources.clock(), sources.requestIds());
        opened.addFirst(another);
        return new Api(port == 0 ? another.url() : URI.create("http://127.0.0.1:" + port));
    }

    /// 0 for any; of a server that says another address of itself, one that is free now.
    private static int port(List<String> options) {
        if (options.stream().noneMatch(option -> option.startsWith("--public-url"))) {
            return 0;
        }
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// The usual one.
    Api front() {
        return front;
    }

    Api cell(String location) {
        return Objects.requireNonNull(cells.get(location), location);
    }

    /// The cell is no more.
    void end(String location) {
        Objects.requireNonNull(planes.remove(location), location).close();
    }

    static String group(String name) {
        return SUBSCRIPTION + "/resourceGroups/" + name;
    }

    static String thing(String group, String name) {
        return group(group) + "/providers/Fairlead.Lab/things/" + name;
    }

    @Override
    public void close() throws IOException {
        for (AutoCloseable one : opened) {
            close(one);
        }
        planes.values().forEach(ControlPlane::close);
        cells.values().forEach(Api::close);
        front.close();
    }

    private static void close(AutoCloseable one) throws IOException {
        try {
            one.close();
        } catch (Exception failure) {
            throw new IOException("can't close " + one, failure);
        }
    }
}
