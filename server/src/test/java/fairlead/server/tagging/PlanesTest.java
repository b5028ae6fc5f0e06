package fairlead.server.tagging;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Data plane and control plane: a budget and a stream of audit records each.
class PlanesTest {

    @TempDir
    private static Path folder;

    private static Shop shop;

    @BeforeAll
    static void start() {
        shop = new Shop(folder, "--data-plane-per-second=1");
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Test
    void haveBudgetsOfTheirOwn() {
        shop.put("ledgers", "asked", "{}", "");
        int last = 200;
        for (int i = 0; i < 12; i++) {
            last = shop.get("ledgers", "asked").status();
        }

        assertThat(last).isEqualTo(429);
        assertThat(shop.get("cellars", "any").status()).isEqualTo(404);
        assertThat(shop.put("ledgers", "asked", "{}", "").status()).isEqualTo(200);
    }

    @Test
    void areShownInTheListOfOperations() {
        JsonNode operations = shop.plane
                .get("/providers/Acme.Wine/operations?api-version=2026-11-01")
                .json()
                .path("value");

        assertThat(operations
                        .valueStream()
                        .filter(operation -> operation.path("isDataAction").asBoolean())
                        .map(operation -> operation.path("name").asString()))
                .containsExactly("Acme.Wine/ledgers/read", "Acme.Wine/ledgers/delete");
    }

    @Test
    void areShownInTheListOfWhatIsDone() {
        shop.put("ledgers", "done");
        shop.plane.send("DELETE", Shop.WINE + "ledgers/done" + Plane.VERSION, "");

        JsonNode done = shop.plane
                .get(Plane.SUBSCRIPTION + "/operationStatuses?api-version=2021-04-01&$top=2")
                .json()
                .path("value");

        assertThat(done.valueStream()
                        .map(operation -> operation.path("kind").asString() + " "
                                + operation.path("isDataAction").asBoolean(false)))
                .containsExactly("delete true", "create false");
    }

    @Test
    void haveRecordsOfTheirOwn() {
        String subscription = "/fairlead/audit?subscription=00000000-0000-0000-0000-000000000000";
        shop.put("ledgers", "recorded");
        shop.plane.send("DELETE", Shop.WINE + "ledgers/recorded" + Plane.VERSION, "");

        assertThat(shop.plane.get(subscription + "&plane=data").json().path("value"))
                .isNotEmpty()
                .allMatch(record -> record.path("eventName").asString().equals("DeleteResource")
                        && record.path("eventCategory").asString().equals("Data"));
        assertThat(shop.plane.get(subscription + "&plane=control").json().path("value"))
                .isNotEmpty()
                .allMatch(record -> record.path("managementEvent").asBoolean());
        assertThat(shop.plane.get(subscription + "&plane=none").status()).isEqualTo(400);
    }
}
