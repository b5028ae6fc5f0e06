package fairlead.fuzz;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What has to hold for every input. Plain comparisons: a fuzzer asks for them a million times.
public final class Law {

    private Law() {}

    public static void holds(boolean fact, String law) {
        if (!fact) {
            throw new AssertionError(law);
        }
    }

    public static void same(@Nullable Object found, @Nullable Object expected, String law) {
        if (!Objects.equals(found, expected)) {
            throw new AssertionError(law + ": found <" + found + ">, expected <" + expected + ">");
        }
    }
}
