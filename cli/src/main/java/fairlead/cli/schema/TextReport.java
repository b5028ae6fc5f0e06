package fairlead.cli.schema;

import fairlead.cli.terminal.Palette;
import fairlead.cli.terminal.Text;
import fairlead.schema.Finding;
import fairlead.schema.check.Checked;
import fairlead.schema.check.Placed;
import fairlead.schema.check.Rules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A report for people: a line for each finding, such as editors can jump to, and how to mend it where a kind of
/// finding occurs for the first time.
public final class TextReport {

    private final Palette palette;
    private final boolean warnings;
    private final Set<String> explained = new HashSet<>();

    /// @param warnings whether warnings are told as well, or counted only
    public TextReport(Palette palette, boolean warnings) {
        this.palette = palette;
        this.warnings = warnings;
    }

    public List<String> lines(Report report) {
        List<String> lines = new ArrayList<>();
        for (Checked file : report.files()) {
            for (Placed placed : file.findings()) {
                if (warnings || placed.finding().isError()) {
                    tell(file.file(), placed, lines);
                }
            }
        }
        if (!lines.isEmpty()) {
            lines.add("");
        }
        String summary = report.summary();
        lines.add(report.errors() > 0 ? palette.red(summary) : palette.green(summary));
        return lines;
    }

    private void tell(String file, Placed placed, List<String> lines) {
        Finding finding = placed.finding();
        String severity = finding.isError() ? palette.red("error") : palette.yellow("warning");
        String at = finding.pointer().isEmpty() ? "" : " at " + finding.pointer();
        lines.add(palette.bold(Text.line(file) + ":" + placed.position()) + ": " + severity + ": "
                + Text.line(finding.message()) + palette.dim(" [" + Text.line(finding.id() + at) + "]"));
        if (explained.add(finding.id())) {
            lines.add("    " + palette.dim(Rules.of(finding.id()).mend()));
        }
    }
}
