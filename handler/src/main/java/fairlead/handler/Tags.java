package fairlead.handler;

import java.util.Map;

/// The tags that a caller has put on a resource, beside its properties.
///
/// @param desired what they are to be
/// @param previous what they were before the operation
public record Tags(Map<String, String> desired, Map<String, String> previous) {

    public static final Tags NONE = new Tags(Map.of(), Map.of());

    public Tags {
        desired = Map.copyOf(desired);
        previous = Map.copyOf(previous);
    }
}
