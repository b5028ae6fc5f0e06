package fairlead.schema.text;

import java.util.ArrayList;
import java.util.List;

/// The steps of a JSON Pointer (RFC 6901) as they are written: `~0` for a tilde, `~1` for a slash.
public final class PointerSteps {

    private PointerSteps() {}

    public static String escape(String step) {
        return step.replace("~", "~0").replace("/", "~1");
    }

    public static String unescape(String step) {
        return step.replace("~1", "/").replace("~0", "~");
    }

    /// Whether every tilde of a step as it is written begins `~0` or `~1`.
    public static boolean isEscaped(String step) {
        for (int i = step.indexOf('~'); i >= 0; i = step.indexOf('~', i + 1)) {
            if (i + 1 == step.length() || (step.charAt(i + 1) != '0' && step.charAt(i + 1) != '1')) {
                return false;
            }
        }
        return true;
    }

    /// The steps of a pointer, unescaped; none for the empty one.
    public static List<String> split(String pointer) {
        List<String> steps = new ArrayList<>();
        if (!pointer.isEmpty()) {
            for (String step : pointer.substring(1).split("/", -1)) {
                steps.add(unescape(step));
            }
        }
        return steps;
    }
}
