package fairlead.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.registry.AwsClient.Answer;
import fairlead.server.type.Archives;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Quotas on what an account registers and uploads.
class AccountQuotasTest {

    private static final String ALICES = "00000000-0000-0000-0000-111122223333";
    private static final String CREDENTIALS = """
        {"accounts": [
          {"account": "111122223333", "keys": [{"accessKeyId": "ALICE", "secretAccessKey": "secret", "user": "alice"}]},
          {"account": "444455556666", "keys": [{"accessKeyId": "BOB", "secretAccessKey": "hidden", "user": "bob"}]}]}
        """;

    @TempDir
    private Path folder;

    private Plane plane;
    private KeyClient alice;
    private KeyClient bob;

    @BeforeEach
    void start() throws IOException {
        Path credentials = Files.writeString(folder.resolve("credentials.json"), CREDENTIALS);
        plane = Plane.start(folder, Duration.ofSeconds(1), "--credentials=" + credentials);
        alice = new KeyClient(plane, "ALICE", "secret");
        bob = new KeyClient(plane, "BOB", "hidden");
    }

    @AfterEach
    void stop() {
        alice.close();
        bob.close();
        plane.close();
    }

    private void limit(String name, long most) {
        String quota =
                "/subscriptions/" + ALICES + "/providers/Microsoft.Quota/quotas/" + name + "?api-version=2025-03-01";
        assertThat(plane.put(quota, "{\"properties\": {\"limit\": {\"value\": " + most + "}}}")
                        .status())
                .isEqualTo(200);
    }

    private static Answer register(KeyClient client, String name, String description) {
        String schema = """
            {"typeName": "%s", "description": "%s", "additionalProperties": false,
             "properties": {"Name": {"type": "string", "minLength": 1, "maxLength": 20}},
             "required": ["Name"], "primaryIdentifier": ["/properties/Name"],
             "createOnlyProperties": ["/properties/Name"],
             "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
            """.formatted(name, description);
        byte[] archive = Archives.zip(Map.of(
                "schema.json", schema.getBytes(StandardCharsets.UTF_8),
                ".rpdk-config", "{\"language\": \"none\"}".getBytes(StandardCharsets.UTF_8)));
        client.store("/packages/note.zip", archive);
        Answer begun = client.call("RegisterType", "TypeName", name, "SchemaHandlerPackage", "s3://packages/note.zip");
        return client.call("DescribeTypeRegistration", "RegistrationToken", begun.value("RegistrationToken"));
    }

    @Test
    void onPackagesConcernTheAccountAlone() {
        limit("package-bytes", 3);
        assertThat(alice.store("/packages/a", new byte[3]).status()).isEqualTo(200);

        assertThat(alice.store("/packages/b", new byte[1]).value("Code")).isEqualTo("QuotaExceeded");
        assertThat(bob.store("/packages/a", new byte[4]).status()).isEqualTo(200);
    }

    @Test
    void onPackagesAreShownToClientsOfServiceQuotas() {
        limit("package-bytes", 3);

        String shown = alice.json(
                        "servicequotas",
                        "/",
                        "ServiceQuotasV20190624.GetServiceQuota",
                        "{\"ServiceCode\": \"fairlead\", \"QuotaCode\": \"package-bytes\"}")
                .text();

        assertThat(shown).contains("\"QuotaName\":\"Bytes of uploaded packages\"", "\"Value\":3.0,\"Unit\":\"Bytes\"");
    }

    @Test
    void onTypesConcernTheAccountAlone() {
        limit("types", 0);

        Answer refused = register(alice, "Example::Web::Note", "one");

        assertThat(refused.value("ProgressStatus")).isEqualTo("FAILED");
        assertThat(refused.value("Description")).contains("types quota", "Current Limit: 0");
        assertThat(register(bob, "Example::Web::Scrap", "one").value("ProgressStatus"))
                .isEqualTo("COMPLETE");
    }

    @Test
    void onVersionsCountThoseThatAreThere() {
        limit("type-versions", 1);
        assertThat(register(alice, "Example::Web::Note", "one").value("ProgressStatus"))
                .isEqualTo("COMPLETE");
        assertThat(register(alice, "Example::Web::Note", "two").value("Description"))
                .contains("type-versions quota");

        assertThat(alice.call("DeregisterType", "Type", "RESOURCE", "TypeName", "Example::Web::Note")
                        .status())
                .isEqualTo(200);

        assertThat(register(alice, "Example::Web::Note", "three").value("ProgressStatus"))
                .isEqualTo("COMPLETE");
    }
}
