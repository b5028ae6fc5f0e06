package fairlead.server.region;

import java.net.URI;
import java.util.List;

/// A server that keeps the resources of some locations.
///
/// @param locations in normal form, at least one
/// @param url without a slash at the end
record Cell(List<String> locations, URI url) {

    Cell {
        locations = List.copyOf(locations);
    }

    /// What it is called when it is spoken of.
    String name() {
        return String.join(", ", locations);
    }
}
