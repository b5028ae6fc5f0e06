package fairlead.server.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a run has reached and found: for the page, and for who looks into a failure.
final class FaultReport {

    private record Row(String place, String fault) {}

    private final String title;
    private final long seed;
    private final Path failures;
    private final Map<Row, Map<String, Integer>> reached = new LinkedHashMap<>();
    private final Map<String, Map<String, Long>> counted = new LinkedHashMap<>();
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private final List<String> unreached = new ArrayList<>();
    private final List<String> unnoticed = new ArrayList<>();
    private int needed;
    private int all;
    private int notRun;
    private Duration took = Duration.ZERO;

    /// @param failures a file to which each failure is added as soon as it is found
    FaultReport(String title, long seed, Path failures) {
        this.title = title;
        this.seed = seed;
        this.failures = failures;
    }

    void needs(int cases) {
        needed = cases;
    }

    int needed() {
        return needed;
    }

    void counted(String deed, String place, long count) {
        counted.computeIfAbsent(place, _ -> new LinkedHashMap<>()).put(deed, count);
    }

    void reached(String deed, String place, String fault) {
        reached.computeIfAbsent(new Row(place, fault), _ -> new LinkedHashMap<>())
                .merge(deed, 1, Integer::sum);
    }

    void outcome(String what) {
        outcomes.merge(what, 1, Integer::sum);
    }

    void notRun(int cases) {
        notRun = cases;
    }

    void unreached(String what) {
        unreached.add(what);
        keep("not reached: " + what);
    }

    void violation(String what) {
        violations.add(what);
        keep(what);
    }

    void unnoticed(String what) {
        unnoticed.add(what);
        keep("not noticed: " + what);
    }

    private void keep(String line) {
        String text = "seed " + seed + ": " + line.replace('\n', ' ') + "\n";
        System.err.print(text);
        try {
            Files.writeString(
                    failures, text, java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void ended(int cases, Duration duration) {
        all = cases;
        took = duration;
    }

    /// All that breaks the law. A silent fault breaks none.
    List<String> failures() {
        List<String> found = new ArrayList<>(violations);
        unreached.forEach(each -> found.add("not reached: " + each));
        if (notRun > 0) {
            found.add(notRun + " cases were not run for want of time");
        }
        return found;
    }

    private int done() {
        return reached.values().stream()
                .flatMap(row -> row.values().stream())
                .mapToInt(Integer::intValue)
                .sum();
    }

    /// Puts the report in the place of the last one in the page.
    void write(Path page, String version) {
        String begin = "<!-- " + title + " -->\n";
        String end = "<!-- end of " + title + " -->\n";
        try {
            String text = Files.readString(page);
            int from = text.indexOf(begin) + begin.length();
            int until = text.indexOf(end);
            Files.writeString(page, text.substring(0, from) + section(version) + text.substring(until));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String section(String version) {
        StringBuilder text = new StringBuilder();
        text.append("\n%s, seed %d, %d min %d s: %,d faults, of %,d cases that were counted.%n%n"
                .formatted(version, seed, took.toMinutes(), took.toSecondsPart(), done(), all));
        text.append("| Outcome | Times |\n|---|---|\n");
        outcomes.forEach((what, times) ->
                text.append("| ").append(what).append(" | ").append(times).append(" |\n"));
        text.append("| violations of the law | ").append(violations.size()).append(" |\n");
        text.append("| cases not reached | ").append(unreached.size()).append(" |\n");
        text.append("| cases that are needed and were not run, for want of time | ")
                .append(notRun)
                .append(" |\n\n");
        List<String> deeds = new ArrayList<>();
        counted.values()
                .forEach(row -> row.keySet().stream()
                        .filter(deed -> !deeds.contains(deed))
                        .forEach(deeds::add));
        table(text, deeds);
        return text.append('\n').toString();
    }

    private void table(StringBuilder text, List<String> deeds) {
        text.append("| Place | Fault |");
        deeds.forEach(deed -> text.append(' ').append(word(deed)).append(" |"));
        text.append("\n|---|---|").append("---:|".repeat(deeds.size())).append('\n');
        counted.forEach((place, counts) -> {
            text.append("| ").append(place).append(" | *calls without faults* |");
            deeds.forEach(deed -> text.append(' ')
                    .append(counts.containsKey(deed) ? "*" + counts.get(deed) + "*" : "")
                    .append(" |"));
            text.append('\n');
            reached.forEach((row, times) -> {
                if (row.place().equals(place)) {
                    text.append("| | ").append(row.fault()).append(" |");
                    deeds.forEach(deed -> text.append(' ')
                            .append(times.containsKey(deed) ? String.valueOf(times.get(deed)) : "")
                            .append(" |"));
                    text.append('\n');
                }
            });
        });
    }

    private static String word(String deed) {
        return deed.toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}
