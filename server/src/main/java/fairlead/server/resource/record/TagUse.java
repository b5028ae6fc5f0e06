package fairlead.server.resource.record;

import java.util.List;

/// A tag key in use.
///
/// @param key in lower case
/// @param count how many resources have it
/// @param values the first of its values
public record TagUse(String key, long count, List<Value> values) {

    public record Value(String value, long count) {}
}
