package fairlead.contract.report;

import fairlead.contract.result.Failure;
import fairlead.contract.result.Report;
import fairlead.contract.result.Result;
import java.util.List;

/// A report as a table for a terminal.
public final class TextReport {

    private static final int RULE_WIDTH = 34;

    private final boolean color;

    /// @param color whether the terminal shows colors
    public TextReport(boolean color) {
        this.color = color;
    }

    public String render(Report report) {
        StringBuilder text = new StringBuilder();
        text.append("%s  seed %d  digest %.12s\n\n".formatted(report.type(), report.seed(), report.digest()));
        report.results().forEach(result -> text.append(line(result)));
        report.failed().forEach(failed -> text.append(failures(failed)));
        report.notes().forEach(note -> text.append("\nNote: ").append(note));
        text.append(report.notes().isEmpty() ? "" : "\n");
        text.append("\n").append(summary(report)).append("\n");
        return text.toString();
    }

    private String line(Result result) {
        Rows row = Rows.of(result);
        String mark = switch (result) {
            case Result.Passed _ -> painted("32", "ok  ");
            case Result.Failed _ -> painted("31;1", "FAIL");
            case Result.Consequence _ -> painted("33", "(f) ");
            case Result.NotExercised _ -> painted("2", "-   ");
        };
        String detail = row.detail();
        return "%s  %s%s  %s\n"
                .formatted(
                        mark,
                        row.rule(),
                        " ".repeat(Math.max(0, RULE_WIDTH - row.rule().length())),
                        detail);
    }

    private String failures(Result.Failed failed) {
        StringBuilder text = new StringBuilder("\n");
        text.append(painted("31;1", failed.rule().id()))
                .append(": \"")
                .append(failed.rule().sentence())
                .append("\"\n");
        for (Failure failure : failed.failures()) {
            text.append("  ").append(failure.found());
            text.append(" (").append(failure.where()).append(")\n");
        }
        return text.toString();
    }

    static String summary(Report report) {
        String verdict = switch (report.verdict()) {
            case PASSED -> "The contract is kept";
            case FAILED -> "The contract is broken";
            case INCONCLUSIVE -> "Nothing could be created, so next to nothing is known";
        };
        List<String> counts = List.of(
                report.passed().size() + " rules passed",
                report.failed().size() + " failed",
                report.consequences().size() + " in consequence",
                report.notExercised().size() + " not exercised",
                report.calls() + " calls");
        return "%s: %s in %.2f s."
                .formatted(verdict, String.join(", ", counts), report.took().toMillis() / 1000.0);
    }

    private String painted(String code, String text) {
        return color ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
