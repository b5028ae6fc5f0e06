package fairlead.schema.diff;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A value of one of the two models: as it was given, and with the defaults filled in.
///
/// @param given none if the value is a default itself
record Side(@Nullable JsonNode given, JsonNode full) {

    /// The member of that name; none if it has neither a value nor a default.
    @Nullable
    Side member(String name) {
        JsonNode value = full.get(name);
        return value == null ? null : new Side(given == null ? null : given.get(name), value);
    }

    boolean isGiven() {
        return given != null;
    }

    /// The value as it was given, or the default.
    JsonNode value() {
        return given == null ? full : given;
    }

    List<Side> items() {
        List<Side> items = new ArrayList<>(full.size());
        for (int i = 0; i < full.size(); i++) {
            items.add(new Side(given == null ? null : given.get(i), full.path(i)));
        }
        return items;
    }
}
