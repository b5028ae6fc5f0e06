package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PagesTest {

    private static final String IN_SUBSCRIPTION = Plane.SUBSCRIPTION + "/providers/Fairlead.Lab/things" + Plane.VERSION;

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void sevenThings() {
        plane = Plane.start(folder, Duration.ofMinutes(1));
        for (int i = 1; i <= 7; i++) {
            plane.put(Plane.THINGS + "/t" + i + Plane.VERSION, "{\"location\": \"local\"}");
        }
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    @Test
    void followOneAnotherToTheEnd() {
        List<String> names = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        String next = IN_SUBSCRIPTION + "&$top=3&$filter=location%20eq%20%27local%27";
        while (!next.isEmpty()) {
            Answer page = plane.get(next);
            page.json()
                    .path("value")
                    .forEach(item -> names.add(item.path("name").asString("")));
            sizes.add(page.json().path("value").size());
            next = page.json().path("nextLink").asString("");
        }
        assertThat(names).containsExactly("t1", "t2", "t3", "t4", "t5", "t6", "t7");
        assertThat(sizes).containsExactly(3, 3, 1);
    }

    @Test
    void continueWhereTheyWereWhenThingsComeAndGo() {
        String next =
                plane.get(IN_SUBSCRIPTION + "&$top=3").json().path("nextLink").asString("");
        plane.send("DELETE", Plane.THINGS + "/t3" + Plane.VERSION, "");
        plane.put(Plane.THINGS + "/t0" + Plane.VERSION, "{\"location\": \"local\"}");
        assertThat(plane.get(next).json().at("/value/0/name").asString("")).isEqualTo("t4");
    }

    @Test
    void areLinkedByWholeAddressesWithTheQueryOfTheRequest() {
        String link = plane.get(IN_SUBSCRIPTION + "&$top=3&$filter=location%20eq%20%27local%27")
                .json()
                .path("nextLink")
                .asString("");
        assertThat(link)
                .startsWith(plane.url() + IN_SUBSCRIPTION + "&$top=3&$filter=location%20eq%20%27local%27&$skipToken=")
                .doesNotContain(" ");
    }

    @Test
    void doNotTakeTheTokenOfAnotherList() {
        String link =
                plane.get(IN_SUBSCRIPTION + "&$top=3").json().path("nextLink").asString("");
        String token = link.substring(link.indexOf("$skipToken="));
        Answer refused = plane.get(Plane.THINGS + Plane.VERSION + "&" + token);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("InvalidSkipToken");
    }

    @Test
    void ofOperationsGoFromTheNewestToTheOldest() {
        String path = Plane.SUBSCRIPTION + "/operationStatuses?api-version=2021-04-01&$top=4";
        List<String> resources = new ArrayList<>();
        while (!path.isEmpty()) {
            Answer page = plane.get(path);
            page.json()
                    .path("value")
                    .forEach(item ->
                            resources.add(item.path("resourceId").asString("").replaceAll(".*/", "")));
            path = page.json().path("nextLink").asString("");
        }
        assertThat(resources).containsExactly("t7", "t6", "t5", "t4", "t3", "t2", "t1");
    }

    @Test
    void endEarlyWhenTheyGrowTooLarge() {
        for (int i = 1; i <= 7; i++) {
            plane.put(Plane.THINGS + "/t" + i + Plane.VERSION, "{\"properties\": {\"Size\": 1000000}}");
        }
        Answer page = plane.get(IN_SUBSCRIPTION);
        assertThat(page.json().path("value").size()).isEqualTo(5);
        Answer rest = plane.get(page.json().path("nextLink").asString(""));
        assertThat(rest.json().at("/value/0/name").asString("")).isEqualTo("t6");
        assertThat(rest.json().path("nextLink").isMissingNode()).isTrue();
    }
}
