package fairlead.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `/metrics` of a server shows that has done one of everything, against the reference.
class MetricsReferenceTest {

    private static final String BOARD = Plane.GROUP + "/providers/Fairlead.Files/directories/board";
    private static final String THING = Plane.THINGS + "/counted";
    private static final String WEBHOOK = "/fairlead/webhooks/away";

    private static final Pattern TYPE = Pattern.compile("^# TYPE (\\w+) (\\w+)$");
    private static final Pattern SAMPLE = Pattern.compile("^(\\w+)(?:\\{([^}]*)})? .*$");
    private static final Pattern ROW = Pattern.compile("^\\| (`[a-z]+_[^|]*) \\| (\\w+) \\|([^|]*)\\|");
    private static final Pattern WORD = Pattern.compile("`(\\w+)`");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    @TempDir
    private static Path folder;

    private static Plane plane;
    private static String text;

    @BeforeAll
    static void doOneOfEverything() throws IOException {
        plane = Plane.start(
                folder,
                Duration.ofSeconds(20),
                "--deletes-per-second=1",
                "--audit-checkpoints=" + folder.resolve("checkpoint"));
        plane.put(THING + Plane.VERSION, "{\"location\": \"local\", \"properties\": {\"Text\": \"a\"}}");
        Path board = Path.of(
                plane.put(BOARD + Plane.VERSION, "{\"location\": \"local\", \"properties\": {\"Name\": \"board\"}}")
                        .json()
                        .at("/properties/Path")
                        .asString(""));
        plane.send("PATCH", BOARD + "/drift" + Plane.VERSION, "{\"properties\": {\"policy\": \"alert\"}}");
        Files.move(board, folder.resolve("taken-away"));
        plane.send("POST", BOARD + "/detectDrift" + Plane.VERSION, "");
        plane.put(
                WEBHOOK, "{\"url\": \"http://127.0.0.1:1/\", \"secret\": \"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"}");
        plane.send("POST", WEBHOOK + "/test", "");
        for (int i = 0; i < 20; i++) {
            plane.send("DELETE", THING + Plane.VERSION, "");
        }
        text = plane.get("/metrics").response().body();
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    /// Names with their kinds and, in the order of the alphabet, their labels.
    private static Set<String> served(String prefix) {
        Set<String> metrics = new TreeSet<>();
        String name = "";
        String kind = "";
        for (String line : text.lines().toList()) {
            Matcher type = TYPE.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (type.matches()) {
                name = type.group(1);
                kind = type.group(2);
            } else if (sample.matches() && name.startsWith(prefix)) {
                metrics.add(name + " " + kind + " " + labels(sample.group(2) == null ? "" : sample.group(2)));
            }
        }
        return metrics;
    }

    private static Set<String> labels(String pairs) {
        return LABEL.matcher(pairs)
                .results()
                .map(pair -> pair.group(1))
                .filter(label -> !label.equals("le") && !label.equals("quantile"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> documented(String prefix) throws IOException {
        Set<String> metrics = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("..", "docs", "reference", "metrics.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.find()) {
                Set<String> labels = new TreeSet<>();
                WORD.matcher(row.group(3)).results().forEach(label -> labels.add(label.group(1)));
                WORD.matcher(row.group(1))
                        .results()
                        .map(name -> name.group(1))
                        .filter(name -> name.startsWith(prefix))
                        .forEach(name -> metrics.add(name + " " + row.group(2) + " " + labels));
            }
        }
        return metrics;
    }

    @Test
    void ofTheServerAreInTheReferenceAndNoOthers() throws IOException {
        assertThat(served("fairlead_")).isEqualTo(documented("fairlead_"));
    }

    /// Which of them there are depends on the machine and its collector of garbage.
    @Test
    void ofTheMachineAreInTheReference() throws IOException {
        assertThat(documented("jvm_")).containsAll(served("jvm_"));
        assertThat(documented("process_")).containsAll(served("process_"));
        assertThat(served("")).allMatch(metric -> metric.matches("(fairlead|jvm|process)_.*"));
    }

    @Test
    void haveHelp() {
        assertThat(text.lines().filter(line -> line.startsWith("# TYPE")).count())
                .isEqualTo(
                        text.lines().filter(line -> line.startsWith("# HELP")).count());
    }

    @Test
    void countTheResourcesOnRecord() {
        assertThat(text).contains("fairlead_resources{").contains("type=\"Fairlead::Files::Directory\"");
    }
}
