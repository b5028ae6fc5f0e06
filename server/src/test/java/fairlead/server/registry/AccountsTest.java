package fairlead.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.TypeName;
import fairlead.server.arm.Plane;
import fairlead.server.registry.AwsClient.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two accounts with a key each, and the operator, who uses the native API.
class AccountsTest {

    private static final String ROLE = "Fairlead::Postgres::Role";
    private static final String ALICES = "00000000-0000-0000-0000-111122223333";
    private static final String BOBS = "00000000-0000-0000-0000-444455556666";

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

    @Nested
    class AConfiguration {

        private static String at(String host) {
            return "{\"Url\": \"postgresql://" + host + "/postgres\", \"User\": \"u\", \"Password\": \"pw-" + host
                    + "\"}";
        }

        private Answer set(KeyClient client, String host) {
            return client.call("SetTypeConfiguration", "Type", "RESOURCE", "TypeName", ROLE, "Configuration", at(host));
        }

        private Answer described(KeyClient client) {
            return client.call(
                    "BatchDescribeTypeConfigurations",
                    "TypeConfigurationIdentifiers.member.1.Type",
                    "RESOURCE",
                    "TypeConfigurationIdentifiers.member.1.TypeName",
                    ROLE);
        }

        private String urlFor(String account) {
            return plane.types()
                    .configuration(TypeName.parse(ROLE), account)
                    .path("Url")
                    .asString("");
        }

        @Test
        void isDescribedWithoutItsSecrets() {
            assertThat(set(alice, "a").status()).isEqualTo(200);

            assertThat(described(alice).value("Configuration")).contains("\"User\":\"u\"");
            assertThat(described(alice).text()).doesNotContain("pw-a", "Password");
        }

        @Test
        void isThatOfTheAccountThatHasSetIt() {
            set(alice, "a");
            String arn = set(bob, "b").value("ConfigurationArn");

            assertThat(arn).contains(":444455556666:");
            assertThat(urlFor(ALICES)).contains("//a/");
            assertThat(urlFor(BOBS)).contains("//b/");
            assertThat(described(alice).text()).contains("//a/").doesNotContain("//b/");
            assertThat(alice.call(
                                    "BatchDescribeTypeConfigurations",
                                    "TypeConfigurationIdentifiers.member.1.TypeConfigurationArn",
                                    arn)
                            .value("Code"))
                    .isEqualTo("TypeConfigurationNotFoundException");
        }

        @Test
        void ofTheOperatorIsUsedByAllAndShownToNone() {
            plane.put("/fairlead/types/" + ROLE + "/configuration", at("o"));
            set(bob, "b");

            assertThat(urlFor(ALICES)).contains("//o/");
            assertThat(described(alice).value("Code")).isEqualTo("TypeConfigurationNotFoundException");
            bob.call("SetTypeConfiguration", "Type", "RESOURCE", "TypeName", ROLE, "Configuration", "{}");
            assertThat(plane.get("/fairlead/types/" + ROLE).response().body()).doesNotContain("pw-", "//o/");
        }
    }
}
