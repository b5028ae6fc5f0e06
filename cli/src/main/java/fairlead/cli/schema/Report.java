package fairlead.cli.schema;

import fairlead.schema.check.Checked;
import java.util.List;

/// The findings in files, with counts.
///
/// @param others how many files in the folders were no schemas
public record Report(List<Checked> files, int others) {

    public Report {
        files = List.copyOf(files);
    }

    public long errors() {
        return files.stream().mapToLong(Checked::errors).sum();
    }

    public long warnings() {
        return files.stream().mapToLong(Checked::warnings).sum();
    }

    /// `3 schemas: 2 errors in 1 file, 14 warnings in 3 files; 1 other file`.
    public String summary() {
        String found = errors() + warnings() == 0
                ? "nothing wrong"
                : counted(
                                errors(),
                                "error",
                                files.stream().filter(file -> file.errors() > 0).count()) + ", "
                        + counted(
                                warnings(),
                                "warning",
                                files.stream()
                                        .filter(file -> file.warnings() > 0)
                                        .count());
        String rest = others == 0 ? "" : "; " + number(others, "other file") + " left out";
        return number(files.size(), "schema") + ": " + found + rest;
    }

    private static String counted(long count, String what, long among) {
        return number(count, what) + (count == 0 ? "" : " in " + number(among, "file"));
    }

    /// A count of things: `1 other file`, `2 other files`.
    public static String number(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
