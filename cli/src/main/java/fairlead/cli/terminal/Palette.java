package fairlead.cli.terminal;

import java.util.Locale;
import java.util.Set;

/// Colours, or none. Red is for failures, yellow for what is under way or unusual, green for success.
public record Palette(boolean on) {

    private static final Set<String> WELL = Set.of("succeeded", "ready");
    private static final Set<String> BAD = Set.of("failed", "canceled", "error");

    public String bold(String text) {
        return paint("1", text);
    }

    public String dim(String text) {
        return paint("2", text);
    }

    public String red(String text) {
        return paint("31", text);
    }

    public String green(String text) {
        return paint("32", text);
    }

    public String yellow(String text) {
        return paint("33", text);
    }

    /// The state of a resource or an operation.
    public String state(String text) {
        String state = text.strip().toLowerCase(Locale.ROOT);
        if (state.isEmpty() || state.equals("-")) {
            return text;
        }
        if (WELL.contains(state)) {
            return green(text);
        }
        return BAD.contains(state) ? red(text) : yellow(text);
    }

    private String paint(String code, String text) {
        return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
