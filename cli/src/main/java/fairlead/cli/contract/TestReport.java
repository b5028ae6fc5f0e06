package fairlead.cli.contract;

import fairlead.cli.contract.ContractTests.Tested;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Palette;
import fairlead.cli.terminal.Table;
import fairlead.contract.Rule;
import fairlead.contract.result.Failure;
import fairlead.contract.result.Report;
import fairlead.contract.result.Result;
import java.nio.file.Path;
import java.util.List;

/// The results of contract tests, for people: a line for each rule, and the details of broken ones.
public final class TestReport {

    private final Session session;
    private final Tested tested;
    private final Report report;
    private final List<Result> results;

    /// @param only the rules to look at; none for all
    public TestReport(Session session, Tested tested, List<Rule> only) {
        this.session = session;
        this.tested = tested;
        report = tested.report();
        results = report.results().stream()
                .filter(result -> only.isEmpty() || only.contains(result.rule()))
                .toList();
    }

    /// Whether nothing is broken of what is looked at.
    boolean well() {
        return results.stream().noneMatch(Result.Failed.class::isInstance)
                && report.verdict() != Report.Verdict.INCONCLUSIVE;
    }

    void print() {
        Table table = new Table()
                .column("RESULT", text -> painted(session.outPalette(), text))
                .key("RULE")
                .column("WHAT WAS SEEN");
        results.forEach(result -> table.row(word(result), result.rule().id(), seen(result)));
        session.print(table);
        printBroken();
    }

    /// What is broken, in detail.
    public void printBroken() {
        results.stream()
                .filter(Result.Failed.class::isInstance)
                .map(Result.Failed.class::cast)
                .forEach(this::explain);
    }

    /// The end, beside the result.
    void tell(List<Path> replays) {
        session.out().flush();
        summary(session, tested);
        replays.forEach(file -> session.note("  again: --replay " + file));
    }

    /// One line on how it went, and what is to be known beside.
    public static void summary(Session session, Tested tested) {
        Report report = tested.report();
        String counts = "%s: %d rules held, %d broken, %d not exercised (%d calls, %s, seed %d)"
                .formatted(
                        report.type(),
                        report.passed().size(),
                        report.failed().size() + report.consequences().size(),
                        report.notExercised().size(),
                        report.calls(),
                        Ages.took(report.took()),
                        report.seed());
        switch (report.verdict()) {
            case PASSED -> session.done(counts);
            case FAILED -> session.note(session.errPalette().red("✗") + " " + counts);
            case INCONCLUSIVE ->
                session.note(session.errPalette().red("✗") + " " + counts + "; nothing could be created");
        }
        report.notes().forEach(note -> session.note("  " + note));
    }

    private static String word(Result result) {
        return switch (result) {
            case Result.Passed _ -> "held";
            case Result.Failed _ -> "BROKEN";
            case Result.Consequence _ -> "follows";
            case Result.NotExercised _ -> "-";
        };
    }

    private static String painted(Palette palette, String text) {
        return switch (text.strip()) {
            case "held" -> palette.green(text);
            case "BROKEN" -> palette.red(text);
            case "follows" -> palette.yellow(text);
            default -> text;
        };
    }

    private static String seen(Result result) {
        return switch (result) {
            case Result.Passed passed -> passed.words();
            case Result.Failed(var _, var failures) -> failures.getFirst().found();
            case Result.Consequence(var _, var cause, var _) -> "broken because " + cause.id() + " is";
            case Result.NotExercised(var _, var reason) -> reason;
        };
    }

    private void explain(Result.Failed failed) {
        Failure first = failed.failures().getFirst();
        Palette palette = session.outPalette();
        session.out().println();
        session.out().println(palette.bold(palette.red(failed.rule().id())));
        line("Rule", "\"" + failed.rule().sentence() + "\"");
        line("Found", first.found());
        line("In", first.where() + times(failed.failures().size()));
        if (!first.pointers().isEmpty()) {
            line("At", String.join(", ", first.pointers()));
        }
        if (tested.open()) {
            first.input().ifPresent(input -> line("Made with", input.toString()));
        }
    }

    private static String times(int failures) {
        return failures == 1 ? "" : " (and " + (failures - 1) + " more)";
    }

    private void line(String label, String text) {
        session.out().printf("  %-9s %s%n", label, text);
    }
}
