package fairlead.fuzz;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the fuzzer calls: its argument is the name of a target.
public final class FuzzRun {

    private static @Nullable FuzzTarget target;

    private FuzzRun() {}

    public static void fuzzerInitialize(String[] arguments) {
        target = FuzzTargets.of(arguments[0]).make();
    }

    public static void fuzzerTestOneInput(byte[] input) {
        Trial.run(Objects.requireNonNull(target), input);
    }
}
