package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class EntityTagsTest {

    private static final String THING = "{\"location\": \"local\", \"properties\": {\"Text\": \"hello\"}}";

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofMinutes(1));
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    @TestFactory
    Stream<DynamicTest> everyCellOfTheTable() throws IOException {
        List<List<String>> rows = Files.readAllLines(Path.of("src/test/resources/arm/etag-table.txt")).stream()
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
                .filter(row -> row.size() == 5 && !row.getFirst().equals("method"))
                .toList();
        assertThat(rows).hasSize(35);
        return IntStream.range(0, rows.size()).boxed().flatMap(i -> cells(i, rows.get(i)));
    }

    private Stream<DynamicTest> cells(int number, List<String> row) {
        String title = String.join(" ", row.subList(0, 3));
        return Stream.of(
                DynamicTest.dynamicTest(title + ", missing", () -> {
                    Answer answer = ask(row, Plane.THINGS + "/missing" + number + Plane.VERSION, "\"1-abc\"");
                    assertThat(answer.status()).isEqualTo(Integer.parseInt(row.get(3)));
                }),
                DynamicTest.dynamicTest(title + ", exists", () -> {
                    String path = Plane.THINGS + "/there" + number + Plane.VERSION;
                    String etag = plane.put(path, THING).header("ETag");
                    Answer answer = ask(row, path, etag);
                    assertThat(answer.status()).isEqualTo(Integer.parseInt(row.get(4)));
                }));
    }

    private Answer ask(List<String> row, String path, String etag) {
        String value = row.get(2)
                .replace("CURRENT", etag)
                .replace("BARE", etag.replace("\"", ""))
                .replace("WEAK", "W/" + etag);
        String body = row.getFirst().startsWith("P") ? THING : "";
        return plane.send(row.getFirst(), path, value.isEmpty() ? Map.of() : Map.of(row.get(1), value), body);
    }

    @Test
    void ofRacingCreatorsExactlyOneWins() throws Exception {
        String path = Plane.THINGS + "/raced" + Plane.VERSION;
        Callable<Integer> create = () ->
                plane.send("PUT", path, Map.of("If-None-Match", "*"), THING).status();
        try (ExecutorService racers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Integer> answers = racers.invokeAll(java.util.Collections.nCopies(16, create)).stream()
                    .map(Future::resultNow)
                    .sorted()
                    .toList();
            assertThat(answers.getFirst()).isEqualTo(201);
            assertThat(answers.subList(1, 16)).containsOnly(412);
        }
    }

    @Test
    void aTagTellsAResourceFromItsPredecessor() {
        String path = Plane.THINGS + "/again" + Plane.VERSION;
        String first = plane.put(path, THING).header("ETag");
        plane.send("DELETE", path, "");
        String second = plane.put(path, THING).header("ETag");
        assertThat(second).isNotEqualTo(first);
        assertThat(plane.send("DELETE", path, Map.of("If-Match", first), "").status())
                .isEqualTo(412);
    }
}
