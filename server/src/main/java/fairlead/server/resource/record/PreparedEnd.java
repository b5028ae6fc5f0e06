package fairlead.server.resource.record;

import java.util.List;

/// What the end of an operation changes of a resource's row, made before the transaction that writes it, as a
/// [PreparedInsert] is.
///
/// @param resource as it was when the operation began
/// @param identifies whether the identifier changes
/// @param values in the order of the statement
public record PreparedEnd(Resource resource, EndState end, boolean identifies, List<Object> values) {

    public PreparedEnd {
        values = List.copyOf(values);
    }
}
