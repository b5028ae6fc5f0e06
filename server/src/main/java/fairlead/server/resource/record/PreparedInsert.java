package fairlead.server.resource.record;

import java.util.List;

/// The row of a new resource, made before the transaction that writes it: on SQLite one thread writes for all callers,
/// and should do nothing else.
///
/// @param values in the order of the statement
public record PreparedInsert(Resource resource, List<Object> values) {

    public PreparedInsert {
        values = List.copyOf(values);
    }
}
