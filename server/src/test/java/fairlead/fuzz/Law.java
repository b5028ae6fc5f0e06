package fairlead.fuzz;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What has to hold for every input. Plain comparisons: a fuzzer asks for them a million times.
public final class Law {

    private Law() {}

    public static void holds(boolean fact, String law) {
        if (!fact) {
            throw new AssertionError(law);
        }
    }

    /// As [#same]; numbers are the same that are equal, whatever they are written like.
    public static void sameJson(JsonNode found, JsonNode expected, String law) {
        if (!isSame(found, expected)) {
            same(found + " ", expected, law);
        }
    }

    static boolean isSame(JsonNode one, JsonNode other) {
        return one.equals(
                (a, b) -> a.isNumber() && b.isNumber()
                        ? a.decimalValue().compareTo(b.decimalValue())
                        : a.equals(b) ? 0 : 1,
                other);
    }

    public static void same(@Nullable Object found, @Nullable Object expected, String law) {
        if (!Objects.equals(found, expected)) {
            throw new AssertionError(law + ": found <" + found + ">, expected <" + expected + ">");
        }
    }
}
