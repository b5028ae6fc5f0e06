package fairlead.cli.terminal;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/// The progress of an operation: on a terminal one line that is overwritten, else a line for each change.
public final class ProgressLine {

    private static final int BAR = 20;
    private static final String ERASE = "\r\u001b[K";
    private static final String[] WHEEL = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};

    private final PrintStream stream;
    private final Terminal terminal;
    private String last = "";
    private int turns;

    public ProgressLine(PrintStream stream, Terminal terminal) {
        this.stream = stream;
        this.terminal = terminal;
    }

    public void show(String what, String state, Optional<Double> percent, Duration elapsed) {
        if (terminal.err()) {
            rewrite(what, state, percent, elapsed);
        } else {
            append(what, state, percent);
        }
    }

    private void rewrite(String what, String state, Optional<Double> percent, Duration elapsed) {
        String bar = percent.map(done -> "  " + bar(done)).orElse("");
        String wheel = WHEEL[turns++ % WHEEL.length];
        String line = "%s %s  %s%s  %s".formatted(wheel, Text.line(what), Text.line(state), bar, Ages.took(elapsed));
        stream.print(ERASE + Text.cut(line, terminal.width() - 1));
        stream.flush();
    }

    private static String bar(double percent) {
        int full = (int) Math.round(Math.clamp(percent, 0, 100) * BAR / 100);
        return "█".repeat(full) + "░".repeat(BAR - full) + " " + Math.round(percent) + " %";
    }

    private void append(String what, String state, Optional<Double> percent) {
        String line = what + "  " + state
                + percent.map(done -> "  " + Math.round(done) + " %").orElse("");
        if (!line.equals(last)) {
            stream.println(Text.line(line));
            last = line;
        }
    }

    /// Takes the line away: what follows is written at the beginning of a line.
    public void end() {
        if (terminal.err() && turns > 0) {
            stream.print(ERASE);
            stream.flush();
        }
    }
}
