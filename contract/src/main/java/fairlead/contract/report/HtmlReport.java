package fairlead.contract.report;

import fairlead.contract.result.Exchange;
import fairlead.contract.result.Failure;
import fairlead.contract.result.Report;
import fairlead.contract.result.Result;
import java.util.List;
import java.util.stream.Collectors;

/// A report as one HTML file that needs nothing else: what is broken first, with the calls that led there.
public final class HtmlReport {

    private static final int MOST_CALLS = 30;

    private static final String HEAD = """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>{type}</title>
        <style>
        body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }
        table { border-collapse: collapse; width: 100% }
        td, th { text-align: left; vertical-align: top; padding: .3em .8em .3em 0; border-bottom: 1px solid #8884 }
        pre { overflow-x: auto; background: #8881; padding: .6em }
        blockquote { margin-left: 0; padding-left: 1em; border-left: 3px solid #8888 }
        td .dim { font-size: 85% } td + td { white-space: nowrap } td + td + td { white-space: normal }
        .failed { color: #b00020; font-weight: bold } .passed { color: #18702c } .dim { color: #777 }
        @media (prefers-color-scheme: dark) { body { background: #16181c; color: #ddd }
          .failed { color: #ff7b8a } .passed { color: #6fcf86 } }
        </style></head><body>
        <h1>{type}</h1>
        """;

    private final boolean inputs;

    /// @param inputs whether inputs and calls may be shown; those of a project may hold secrets
    public HtmlReport(boolean inputs) {
        this.inputs = inputs;
    }

    public String render(Report report) {
        StringBuilder html =
                new StringBuilder(HEAD.replace("{type}", escape(report.type().toString())));
        String style = report.verdict() == Report.Verdict.PASSED ? "passed" : "failed";
        html.append("<p class=\"%s\">%s</p>\n".formatted(style, escape(TextReport.summary(report))));
        html.append("<p class=\"dim\">Seed %d, digest <code>%s</code></p>\n"
                .formatted(report.seed(), escape(report.digest())));
        report.notes()
                .forEach(note -> html.append("<p>Note: ").append(escape(note)).append("</p>\n"));
        report.failed().forEach(failed -> html.append(failed(failed)));
        html.append("<h2>All rules</h2>\n<table><tr><th>Rule</th><th>Result</th><th>What was seen</th></tr>\n");
        report.results().forEach(result -> html.append(row(result)));
        return html.append("</table>\n</body></html>\n").toString();
    }

    private static String row(Result result) {
        Rows row = Rows.of(result);
        String style = switch (result) {
            case Result.Passed _ -> "passed";
            case Result.Failed _ -> "failed";
            case Result.Consequence _, Result.NotExercised _ -> "dim";
        };
        String name = "<code>" + escape(row.rule()) + "</code>";
        String rule =
                result instanceof Result.Failed ? "<a href=\"#%s\">%s</a>".formatted(escape(row.rule()), name) : name;
        return "<tr><td>%s<div class=\"dim\">%s</div></td><td class=\"%s\">%s</td><td>%s</td></tr>\n"
                .formatted(rule, prose(row.sentence()), style, row.status(), escape(row.detail()));
    }

    private String failed(Result.Failed failed) {
        String rule = escape(failed.rule().id());
        StringBuilder html =
                new StringBuilder("<h2 class=\"failed\" id=\"%s\">%s</h2>\n<blockquote>".formatted(rule, rule));
        html.append(prose(failed.rule().sentence())).append("</blockquote>\n");
        for (Failure failure : failed.failures()) {
            html.append("<p>%s <span class=\"dim\">(%s)</span></p>\n"
                    .formatted(escape(failure.found()), escape(failure.where())));
        }
        Failure first = failed.failures().getFirst();
        if (inputs) {
            first.input()
                    .ifPresent(input -> html.append("<p>Made with</p><pre>")
                            .append(escape(input.toPrettyString()))
                            .append("</pre>\n"));
            html.append(calls(first.calls()));
        }
        return html.toString();
    }

    private static String calls(List<Exchange> calls) {
        if (calls.isEmpty()) {
            return "";
        }
        String shown = calls.stream()
                .skip(Math.max(0, calls.size() - MOST_CALLS))
                .map(call -> call.verb() + " " + call.request() + "\n  → " + call.answer())
                .collect(Collectors.joining("\n"));
        return "<details><summary>The calls up to there</summary><pre>" + escape(shown) + "</pre></details>\n";
    }

    /// What is between backquotes is code.
    private static String prose(String text) {
        return escape(text).replaceAll("`([^`]*)`", "<code>$1</code>");
    }

    private static String escape(String text) {
        return JunitReport.escape(text);
    }
}
