package fairlead.server.options;

import fairlead.server.scope.Location;
import fairlead.server.scope.Locations;
import java.util.List;
import java.util.function.Supplier;

/// Where resources can be.
///
/// @param locations none means anywhere
/// @param cell those of the locations that this server keeps resources in, if other servers keep those of others
public record Placement(List<String> locations, List<String> cell) {

    /// Throws [IllegalArgumentException] if the cell is not of these locations.
    public Placement {
        locations = List.copyOf(locations);
        cell = List.copyOf(cell);
        Locations all = new Locations(locations);
        for (String name : cell) {
            if (!all.offered().contains(Location.normal(name))) {
                throw new IllegalArgumentException(
                        "--cell: expected one of the locations that --location names, found '" + name + "'");
            }
        }
    }

    static Supplier<Placement> declare(Flags flags) {
        flags.section("Locations");
        var locations = flags.repeatable(
                "--location=NAME",
                name -> Location.parse(name).displayName(),
                "where resources can be; repeatable; without it, any name is a location");
        var cell = flags.repeatable(
                "--cell=NAME",
                Values::text,
                "those of the locations that are kept here, others being kept elsewhere; repeatable");
        return () -> new Placement(locations.get(), cell.get());
    }

    /// Whether this server is one of several, behind a front.
    public boolean isOfCell() {
        return !cell.isEmpty();
    }

    /// The places where resources can be, and those of them that are kept here.
    public Locations places() {
        return new Locations(locations, cell);
    }
}
