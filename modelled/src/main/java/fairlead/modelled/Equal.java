package fairlead.modelled;

import java.util.Comparator;
import tools.jackson.databind.JsonNode;

/// When two values are the same.
final class Equal {

    /// Numbers by what they are, whatever their form: 1 is 1.0.
    static final Comparator<JsonNode> NUMBERS = (one, other) -> {
        if (one.equals(other)) {
            return 0;
        }
        boolean same = one.isNumber() && other.isNumber() && one.decimalValue().compareTo(other.decimalValue()) == 0;
        return same ? 0 : 1;
    };

    private Equal() {}
}
