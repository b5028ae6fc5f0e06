package fairlead.providers.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.testbed.PostgresServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresLedgerTest extends LedgerTest {

    private final String url =
            PostgresServer.shared().jdbcUrl(PostgresServer.shared().createDatabase());

    @Override
    PostgresLedger open() {
        return PostgresLedger.at(url);
    }

    @Test
    void severalNodesMayStartAtOnce() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<PostgresLedger>> ledgers = IntStream.range(0, 8)
                    .mapToObj(_ -> threads.submit(this::open))
                    .toList();
            for (Future<PostgresLedger> ledger : ledgers) {
                assertThat(ledger.get().list(Optional.empty(), 1)).isEmpty();
            }
        }
    }

    @Test
    void aLostDatabaseIsANetworkFailure(@TempDir Path folder) {
        try (PostgresServer server = PostgresServer.start(folder)) {
            PostgresLedger ledger = PostgresLedger.at(server.jdbcUrl("postgres"));
            server.killHard();

            assertThatThrownBy(() -> ledger.find("thing-1"))
                    .isInstanceOfSatisfying(
                            HandlerException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NETWORK_FAILURE));
        }
    }
}
