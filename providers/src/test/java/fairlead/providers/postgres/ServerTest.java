package fairlead.providers.postgres;

import static fairlead.providers.postgres.Fixture.SERVER;
import static fairlead.providers.postgres.Fixture.configuration;
import static fairlead.providers.postgres.Fixture.failed;
import static fairlead.providers.postgres.Fixture.failure;
import static fairlead.providers.postgres.Fixture.json;
import static fairlead.providers.postgres.Fixture.named;
import static fairlead.providers.postgres.Fixture.worker;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.testbed.PostgresServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ServerTest {

    @Nested
    class TheTypeConfiguration {

        @Test
        void isMissedAsAWhole() {
            Progress.Failed failure = failure(read(json("{}")));

            assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_TYPE_CONFIGURATION);
            assertThat(failure.message()).contains("Url is missing; User is missing");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "localhost:5432/postgres",
                    "http://localhost:5432/postgres",
                    "postgresql://localhost:5432",
                    "postgresql://localhost:5432/",
                    "postgresql://user:secret@localhost:5432/postgres",
                    "postgresql://localhost:5432/postgres?user=other",
                    "postgresql://localhost:5432/postgres%"
                })
        void needsAPlainUrl(String url) {
            Progress.Failed failure = failure(read(configuration().put("Url", url)));

            assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_TYPE_CONFIGURATION);
            assertThat(failure.message()).doesNotContain("secret");
        }

        @ParameterizedTest
        @CsvSource({
            "postgresql://db.initech.example/a%20b, jdbc:postgresql://db.initech.example:5432/a%20b",
            "postgres://[::1]:6000/postgres, jdbc:postgresql://[::1]:6000/postgres"
        })
        void becomesAnAddress(String url, String jdbcUrl) {
            Server server = Server.of(configuration().put("Url", url));

            assertThat(server.jdbcUrl()).isEqualTo(jdbcUrl);
            assertThat(server.toString()).doesNotContain(SERVER.password());
        }

        @Test
        void mayNameADatabaseThatDoesNotExist() {
            String url = "postgresql://127.0.0.1:%d/nowhere".formatted(SERVER.port());

            assertThat(failed(read(configuration().put("Url", url)))).isEqualTo(ErrorCode.INVALID_TYPE_CONFIGURATION);
        }
    }

    @Test
    void aWrongPasswordIsNotShown() {
        Progress.Failed failure = failure(read(configuration().put("Password", "open sesame")));

        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_CREDENTIALS);
        assertThat(failure.message()).doesNotContain("sesame").contains("fairlead@127.0.0.1");
    }

    @Test
    void aServerThatIsGoneIsANetworkFailureUntilItIsBack(@TempDir Path folder) {
        try (PostgresServer server = PostgresServer.start(folder)) {
            ObjectNode configuration =
                    configuration().put("Url", "postgresql://127.0.0.1:%d/postgres".formatted(server.port()));
            server.stop();
            assertThat(failed(read(configuration))).isEqualTo(ErrorCode.NETWORK_FAILURE);

            server.restart();
            assertThat(failed(read(configuration))).isEqualTo(ErrorCode.NOT_FOUND);
        }
    }

    private static Progress read(ObjectNode configuration) {
        return worker(new RoleHandler(Session.Hook.NONE), configuration).read(named("nobody"));
    }
}
