package fairlead.cli.resource;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SkuTest {

    private static final String SKUS = """
        {"value":[{"resourceType":"Fairlead.Lab/things","sku":{"name":"S1","tier":"Standard"},
          "capacity":{"minimum":1,"maximum":8,"default":2,"scaleType":"Manual"},"locations":["local","north"]},
          {"resourceType":"Fairlead.Lab/things","sku":{"name":"Open"}}]}\
        """;

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server();
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void listsThoseForNewResources() {
        server.on(
                "GET /subscriptions/00000000-0000-0000-0000-000000000000/providers/Fairlead.Lab/things/skus"
                        + "?api-version=2026-01-01",
                reply(200, SKUS));

        Ran ran = shell.run("sku", "Fairlead::Lab::Thing");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out())
                .contains("S1", "Standard", "1 to 8, Manual", "local, north")
                .contains("LOCATIONS");
    }

    @Test
    void listsThoseThatAResourceCouldHave() {
        server.on("GET " + Lab.A.replace("?", "/skus?"), reply(200, SKUS));

        Ran ran = shell.run("sku", "Fairlead::Lab::Thing", "a");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("Open").doesNotContain("LOCATIONS");
    }
}
