package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.testbed.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two processes on one PostgreSQL, each with a data folder of its own.
class NodesTest {

    private static final int MANY = 40;

    /// More than one node takes at a time.
    private static final int DRIFTING = 210;

    private static final String SLOW = "{\"CreateSteps\":2,\"StepDelaySeconds\":2,\"Secret\":\"tell nobody\"}";

    @TempDir
    private Path folder;

    private ServerProcess node(String name, String database, String... more) throws Exception {
        List<String> options = new ArrayList<>(List.of("--database=" + database, "--sync-wait=0s"));
        options.addAll(List.of(more));
        return new ServerProcess(Files.createDirectories(folder.resolve(name)), options.toArray(String[]::new));
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
        assertThat(Files.readString(folder.resolve("survivor.log")))
                .containsPattern(
                        "(?s)a handler threw.*correlationId=the-action clientRequestId=the-client operationId=");
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

    @Test
    void shareOneRoundOfLookingForDrift() throws Exception {
        PostgresServer postgres = PostgresServer.shared();
        String database = postgres.url(postgres.createDatabase());
        try (ServerProcess maker = node("maker", database)) {
            for (int i = 0; i < DRIFTING; i++) {
                maker.put("d" + i, "{}");
            }
            untilQuiet(maker, "d" + (DRIFTING - 1));
        }
        try (ServerProcess one = node("one", database, "--drift-interval=1h");
                ServerProcess other = node("other", database, "--drift-interval=1h")) {
            int providers = ServerProcess.THINGS.indexOf("/providers/");
            String known = ServerProcess.THINGS.substring(0, providers) + "/drift?%24top=1000";
            untilIt(() -> occurrences(one.get(known).body(), "\"driftStatus\"") == DRIFTING);
            assertThat(looks(one) + looks(other)).isEqualTo(DRIFTING);
        }
    }

    private static int occurrences(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    private static int looks(ServerProcess node) throws Exception {
        return node.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("fairlead_drift_checks_total{"))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private interface Question {
        boolean ask() throws Exception;
    }

    private static void untilIt(Question holds) throws Exception {
        for (int i = 0; i < 600; i++) {
            if (holds.ask()) {
                return;
            }
            Thread.sleep(100);
        }
        throw new AssertionError("it never did");
    }

    private static String untilQuiet(ServerProcess node, String name) throws Exception {
        String thing = ServerProcess.THINGS + "/" + name;
        Pattern ended = Pattern.compile("\"provisioningState\":\"(Succeeded|Failed|Canceled)\"");
        untilIt(() -> ended.matcher(node.get(thing).body()).find());
        return node.get(thing).body();
    }
}
