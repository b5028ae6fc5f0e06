package fairlead.server.region;

import fairlead.server.options.FrontOptions;
import fairlead.server.options.Options;
import fairlead.server.wiring.ControlPlane;
import fairlead.server.wiring.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
    private final Api front;

    /// @param more options of each cell
    Regions(Path folder, String... more) {
        for (String location : LOCATIONS) {
            begin(location, folder.resolve(location), more);
        }
        front = anotherFront();
    }

    /// Starts the cell of a location with what is in a folder.
    ///
    /// @param more options
    void begin(String location, Path data, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("--port=0", "--data=" + data, "--min-retry-after=1", "--cell=" + location));
        LOCATIONS.forEach(known -> arguments.add("--location=" + known));
        arguments.addAll(List.of(more));
        ControlPlane plane = ControlPlane.start(Options.parse(arguments), Sources.real());
        planes.put(location, plane);
        Api before = cells.put(location, new Api(plane.url()));
        if (before != null) {
            before.close();
        }
    }

    /// A front that knows nothing of what the others have found out.
    Api anotherFront() {
        List<String> arguments = new ArrayList<>(List.of("--port=0"));
        planes.forEach((location, plane) -> arguments.add("--cell=" + location + "=" + plane.url()));
        Sources sources = Sources.real();
        Front another = Front.start(FrontOptions.parse(arguments), sources.clock(), sources.requestIds());
        opened.addFirst(another);
        return new Api(another.url());
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
