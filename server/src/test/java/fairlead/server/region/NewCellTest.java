package fairlead.server.region;

import static fairlead.server.region.Regions.EAST;
import static fairlead.server.region.Regions.NORTH;
import static fairlead.server.region.Regions.WEST;
import static fairlead.server.region.Regions.group;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import fairlead.server.type.Archives;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A cell that begins empty beside others in which types are registered.
class NewCellTest {

    private static final String BOOKMARK = "/fairlead/types/Example::Web::Bookmark";
    private static final String CONFIGURATION = BOOKMARK + "/configuration";

    @TempDir
    private Path folder;

    private Regions regions;

    @BeforeEach
    void start() throws IOException {
        Path key = folder.resolve("seal.key");
        regions = new Regions(folder, "--sync-wait=30s");
        for (String apiVersion : List.of("2026-10-01", "2026-11-01")) {
            Answer registered = register(apiVersion);
            assertThat(registered.status()).as(registered.json().toString()).isEqualTo(201);
        }
        assertThat(regions.front()
                        .send("PUT", CONFIGURATION, "{\"Folder\": \"" + folder.resolve("bookmarks") + "\"}")
                        .status())
                .isEqualTo(200);
        Files.copy(folder.resolve(WEST).resolve("seal.key"), key);
        regions.end(EAST);
    }

    private Answer register(String apiVersion) {
        Map<String, byte[]> files = new HashMap<>(Archives.bookmark());
        files.compute(
                "fairlead.json",
                (_, registration) -> new String(registration, StandardCharsets.UTF_8)
                        .replaceFirst("\"apiVersion\": \"[^\"]*\"", "\"apiVersion\": \"" + apiVersion + "\"")
                        .getBytes(StandardCharsets.UTF_8));
        return regions.front().post("/fairlead/types?tests=skip", Archives.zip(files));
    }

    @AfterEach
    void stop() throws Exception {
        regions.close();
    }

    private static Answer read(Api api, String path, Predicate<Answer> holds) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (System.nanoTime() < deadline) {
            Answer answer = api.get(path);
            if (holds.test(answer)) {
                return answer;
            }
            Thread.onSpinWait();
        }
        throw new AssertionError(path + " does not become what it has to");
    }

    private static boolean isConfigured(Answer answer) {
        return answer.json().at("/configuration/properties/0/set").asBoolean(false);
    }

    @Test
    void getsTheTypesOfTheOthersFromAFront() {
        regions.begin(EAST, folder.resolve("another"), "--sync-wait=30s");
        Api front = regions.anotherFront();
        Answer there = read(
                regions.cell(EAST),
                BOOKMARK,
                answer -> answer.json().path("versions").size() == 2);
        assertThat(there.json().path("versions"))
                .isEqualTo(regions.cell(WEST).get(BOOKMARK).json().path("versions"));
        assertThat(isConfigured(regions.cell(EAST).get(BOOKMARK))).isFalse();
        assertThat(front.putIn(EAST, group("g")).status()).isEqualTo(201);
        assertThat(front.send(
                                "PUT",
                                group("g") + "/providers/Example.Web/bookmarks/news" + Api.VERSION,
                                "{\"location\": \"eastus\", \"properties\": {\"Url\": \"https://example.com\"}}")
                        .status())
                .isEqualTo(201);
        assertThat(register("2026-12-01").status()).isEqualTo(503);
    }

    @Test
    void getsTheirConfigurationsIfItHasTheirKey() {
        regions.begin(EAST, folder.resolve("another"), "--sync-wait=30s", "--key-file=" + folder.resolve("seal.key"));
        regions.anotherFront();
        read(regions.cell(EAST), BOOKMARK, NewCellTest::isConfigured);
    }

    @Test
    void thatHasThemKeepsWhatItHas() {
        regions.begin(EAST, folder.resolve(EAST), "--sync-wait=30s");
        String before = regions.cell(EAST).get(BOOKMARK).json().toString();
        regions.anotherFront();
        assertThat(regions.cell(EAST).get(BOOKMARK).json().toString()).isEqualTo(before);
        assertThat(regions.cell(NORTH).get(BOOKMARK).json().toString()).isNotEmpty();
    }
}
