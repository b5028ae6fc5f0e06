package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A caller pays for the records that its lists look at, not only for its requests.
class ListBudgetTest {

    private static final String VERSION = "?api-version=2021-04-01";

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofSeconds(20), "--reads-per-second=1");
        for (int i = 0; i < 60; i++) {
            plane.put(
                    Plane.THINGS + "/t" + i + Plane.VERSION,
                    "{\"location\": \"local\", \"properties\": {\"Flavor\": \"Sweet\"}}");
        }
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    /// Of ten seconds' worth, each list takes seven: one for the request, six for sixty records.
    private void requireRefusalAfterThree(String list) {
        int first = plane.get(list).status();
        int second = plane.get(list).status();
        Answer third = plane.get(list);

        assertThat(first).isEqualTo(200);
        assertThat(second).isEqualTo(200);
        assertThat(third.status()).isEqualTo(429);
        assertThat(third.code()).isEqualTo("TooManyRequests");
    }

    @Test
    void aListCostsAReadForEveryTenRecords() {
        requireRefusalAfterThree(Plane.THINGS + Plane.VERSION + "&$top=60");
    }

    @Test
    void aListThatShowsNothingCostsWhatItHasLookedAt() {
        requireRefusalAfterThree(Plane.GROUP + "/resources" + VERSION + "&$filter=name%20eq%20%27none%27");
    }
}
