package fairlead.bench.robust;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// `bench/robust [--database sqlite|postgresql] [--minutes N] [--kills N] [--seed N] [--page]`: the run, by default
/// on SQLite for ten minutes. With `--page` the report gets a line more. Exits with 1 if there is a violation.
public final class Main {

    private static final Path RUNS = Path.of("bench", "robustness.jsonl");
    private static final Path PAGE = Path.of("docs", "reference", "robustness.md");

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        List<String> options = Arrays.asList(arguments);
        Path folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "robust-");
        Settings settings = new Settings(
                List.of(System.getProperty("fairlead.command", "./fairlead"), "serve"),
                folder,
                Duration.ofMinutes(Long.parseLong(option(options, "--minutes", "10"))),
                Integer.parseInt(option(options, "--kills", "1000000")),
                Long.parseLong(option(options, "--seed", Long.toString(System.nanoTime()))),
                Duration.ofMinutes(3),
                false,
                Map.of());
        System.err.println("seed " + settings.seed() + ", data in " + folder);
        Findings findings = option(options, "--database", "sqlite").equals("sqlite")
                ? Robustness.onSqlite(settings)
                : Robustness.onPostgres(settings);
        if (options.contains("--page")) {
            RobustnessReport.add(RUNS, findings);
            Files.writeString(PAGE, RobustnessReport.page(RUNS));
        }
        long violations = findings.violations().count();
        System.err.println(violations + " violations");
        if (violations == 0) {
            Folders.delete(folder);
        }
        System.exit(violations == 0 ? 0 : 1);
    }

    private static String option(List<String> options, String name, String usual) {
        int at = options.indexOf(name);
        return at < 0 ? usual : options.get(at + 1);
    }
}
