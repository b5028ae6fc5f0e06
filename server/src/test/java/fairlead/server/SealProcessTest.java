package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The sealing key of a running server is rotated, and the server is killed meanwhile.
class SealProcessTest {

    private static final String WHAT_IF = ServerProcess.THINGS + "/one/whatIf?api-version=2026-11-01";
    private static final String SAME = "{\"location\":\"local\",\"properties\":{\"Secret\":\"never told\"}}";

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @Test
    void isRotatedWhileRequestsAreAnsweredAndGoesOnAfterAKill(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        String fresh;
        try (ServerProcess server = new ServerProcess(data)) {
            assertThat(server.put("one", "{\"Secret\":\"never told\"}").statusCode())
                    .isEqualTo(201);
            assertThat(server.post("/fairlead/seal/rotate", "").statusCode()).isEqualTo(202);
            assertThat(server.post("/fairlead/seal/rotate", "").body()).contains("SealRotationInProgress");
            JsonNode status = json(server.get("/fairlead/seal").body());
            fresh = status.at("/keys/1/fingerprint").asString("");
            assertThat(server.post(WHAT_IF, SAME).body()).contains("\"NoChange\"");
            assertThat(server.get("/fairlead/audit").body()).contains("\"RotateSealKey\"", fresh);
            server.kill();
        }
        try (ServerProcess server = new ServerProcess(data)) {
            assertThat(server.post(WHAT_IF, SAME).body()).contains("\"NoChange\"");
            JsonNode status = json(server.get("/fairlead/seal").body());
            while (!status.path("state").asString("").equals("Draining")) {
                Thread.onSpinWait();
                status = json(server.get("/fairlead/seal").body());
            }
            assertThat(status.at("/keys/0/values").asLong(-1)).isZero();
            assertThat(status.at("/keys/1/primary").asBoolean(false)).isTrue();
            assertThat(status.at("/keys/1/fingerprint").asString("")).isEqualTo(fresh);
            assertThat(server.post(WHAT_IF, SAME).body()).contains("\"NoChange\"");
        }
    }

    @Test
    void aLostKeyOfTheAuditTrailIsNoStart(@TempDir Path folder) throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (ServerProcess server = new ServerProcess(data)) {
            assertThat(server.put("one", "{}").statusCode()).isEqualTo(201);
        }
        Path kept = Files.move(data.resolve("audit.key"), folder.resolve("kept"));

        assertThat(ServerProcess.refused(data).error())
                .contains("audit.key that signs the audit trail is missing", "--new-audit-key");
        assertThat(data.resolve("audit.key")).doesNotExist();

        try (ServerProcess server = new ServerProcess(data, "--new-audit-key")) {
            assertThat(server.get("/fairlead/health").statusCode()).isEqualTo(200);
        }
        Files.move(kept, data.resolve("audit.key"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        try (ServerProcess server = new ServerProcess(data)) {
            assertThat(server.get("/fairlead/health").statusCode()).isEqualTo(200);
        }
    }
}
