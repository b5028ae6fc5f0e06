package fairlead.contract.report;

import fairlead.contract.result.Failure;
import fairlead.contract.result.Report;
import fairlead.contract.result.Result;
import java.util.Locale;
import java.util.stream.Collectors;

/// A report as JUnit XML, for build servers: one test case for each rule.
public final class JunitReport {

    private JunitReport() {}

    public static String render(Report report) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        int skipped = report.notExercised().size() + report.consequences().size();
        int errors = report.verdict() == Report.Verdict.INCONCLUSIVE ? 1 : 0;
        xml.append("<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%s\">\n"
                .formatted(
                        escape(report.type().toString()),
                        report.results().size() + errors,
                        report.failed().size(),
                        errors,
                        skipped,
                        String.format(Locale.ROOT, "%.3f", report.took().toMillis() / 1000.0)));
        report.results().forEach(result -> xml.append(testcase(report, result)));
        if (errors > 0) {
            xml.append("  <testcase classname=\"%s\" name=\"create\"><error message=\"%s\"/></testcase>\n"
                    .formatted(
                            escape(report.type().toString()),
                            escape("Nothing could be created. " + String.join(" ", report.notes()))));
        }
        xml.append("  <system-out>%s</system-out>\n</testsuite>\n"
                .formatted(escape("seed %d, digest %s\n%s"
                        .formatted(report.seed(), report.digest(), String.join("\n", report.notes())))));
        return xml.toString();
    }

    private static String testcase(Report report, Result result) {
        Rows row = Rows.of(result);
        String open = "  <testcase classname=\"%s\" name=\"%s\""
                .formatted(escape(report.type().toString()), escape(row.rule()));
        return switch (result) {
            case Result.Passed _ -> open + "><system-out>" + escape(row.detail()) + "</system-out></testcase>\n";
            case Result.Failed(var _, var failures) ->
                open
                        + "><failure message=\"%s\">%s</failure></testcase>\n"
                                .formatted(
                                        escape(row.detail()),
                                        escape(row.sentence() + "\n"
                                                + failures.stream()
                                                        .map(Failure::found)
                                                        .collect(Collectors.joining("\n"))));
            case Result.Consequence _ ->
                open + "><skipped message=\"%s\"/></testcase>\n".formatted(escape("consequence " + row.detail()));
            case Result.NotExercised _ ->
                open + "><skipped message=\"%s\"/></testcase>\n".formatted(escape("not exercised: " + row.detail()));
        };
    }

    /// Text within XML 1.0, which has no way to write most control characters.
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\n', '\t' -> escaped.appendCodePoint(c);
                default -> {
                    boolean allowed = c >= 0x20 && (c < 0xD800 || c > 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
                    escaped.appendCodePoint(allowed ? c : 0xFFFD);
                }
            }
        });
        return escaped.toString();
    }
}
