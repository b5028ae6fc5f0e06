package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.testbed.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two processes on one PostgreSQL, each with a data folder of its own.
class NodesTest {

    private static final int MANY = 40;
    private static final String SLOW = "{\"CreateSteps\":2,\"StepDelaySeconds\":2,\"Secret\":\"tell nobody\"}";

    @TempDir
    private Path folder;

    private ServerProcess node(String name, String database) throws Exception {
        return new ServerProcess(
                Files.createDirectories(folder.resolve(name)), "--database=" + database, "--sync-wait=0s");
    }

    @Test
    void finishWhatTheOtherHadBegunWhenItIsKilled() throws Exception {
        PostgresServer postgres = PostgresServer.shared();
        String database = postgres.url(postgres.createDatabase());
        try (ServerProcess survivor = node("survivor", database)) {
            try (ServerProcess victim = node("victim", database)) {
                for (int i = 0; i < MANY; i++) {
                    assertThat(victim.put("t" + i, SLOW).statusCode()).isEqualTo(201);
                }
                victim.kill();
            }
            for (int i = 0; i < MANY; i++) {
                assertThat(untilQuiet(survivor, "t" + i)).contains("\"provisioningState\":\"Succeeded\"");
            }
        }
    }

    @Test
    void logUnderTheIdsOfTheRequestWhatTheyHaveTakenOver() throws Exception {
        PostgresServer postgres = PostgresServer.shared();
        String database = postgres.url(postgres.createDatabase());
        String throwsWhenRead = SLOW.replace("}", ",\"Breach\":\"Throws\",\"BreachOn\":\"read\"}");
        try (ServerProcess survivor = node("survivor", database)) {
            try (ServerProcess victim = node("victim", database)) {
                victim.put(
                        "traced",
                        throwsWhenRead,
                        "x-ms-client-request-id",
                        "the-client",
                        "x-ms-correlation-request-id",
                        "the-action");
                victim.kill();
            }
            assertThat(untilQuiet(survivor, "traced")).contains("\"provisioningState\":\"Failed\"");
        }
        assertThat(Files.readString(folder.resolve("survivor.log")).lines())
                .anyMatch(line -> line.contains("a handler threw")
                        && line.contains("correlationId=the-action")
                        && line.contains("clientRequestId=the-client")
                        && line.contains("operationId="));
    }

    @Test
    void showEachOthersResourcesAtOnce() throws Exception {
        PostgresServer postgres = PostgresServer.shared();
        String database = postgres.url(postgres.createDatabase());
        try (ServerProcess one = node("one", database);
                ServerProcess other = node("other", database)) {
            assertThat(one.put("shared", "{\"Text\":\"from one\"}").statusCode())
                    .isEqualTo(201);
            assertThat(untilQuiet(other, "shared")).contains("from one").contains("\"Succeeded\"");
            assertThat(other.put("shared", "{\"Text\":\"from the other\"}").statusCode())
                    .isEqualTo(200);
            assertThat(untilQuiet(one, "shared")).contains("from the other");
        }
    }

    private static String untilQuiet(ServerProcess node, String name) throws Exception {
        String body = "";
        for (int i = 0; i < 600; i++) {
            body = node.get(ServerProcess.THINGS + "/" + name).body();
            if (body.matches("(?s).*\"provisioningState\":\"(Succeeded|Failed|Canceled)\".*")) {
                return body;
            }
            Thread.sleep(100);
        }
        throw new AssertionError(name + " is still busy: " + body);
    }
}
