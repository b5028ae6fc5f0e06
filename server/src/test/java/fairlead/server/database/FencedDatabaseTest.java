package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.testbed.PostgresServer;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An older node on a database that a newer one has migrated.
class FencedDatabaseTest {

    private static final String INSERT =
            "INSERT INTO subscription (id, display_name, state, created_at) VALUES (?, '', 'Registered', 0)";
    private static final String COUNT = "SELECT count(*) FROM subscription";
    private static final String NEWER = "INSERT INTO schema_version (version, file, applied_at) VALUES (999, 'x', 0)";

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger reads = new AtomicInteger();
    private Database real;
    private Database older;

    @BeforeEach
    void open() {
        PostgresServer server = PostgresServer.shared();
        real = PostgresDatabase.open(server.url(server.createDatabase()), new Random(1));
        Migrations.apply(real, Clock.systemUTC());
        older = new FencedDatabase(counted(real), nanos::get);
    }

    @AfterEach
    void close() {
        real.close();
    }

    private Database counted(Database database) {
        return new Database() {
            @Override
            public <T extends @Nullable Object> T write(Work<T> work) {
                return database.write(work);
            }

            @Override
            public <T extends @Nullable Object> T rehearse(Work<T> work) {
                return database.rehearse(work);
            }

            @Override
            public <T extends @Nullable Object> T read(Work<T> work) {
                reads.incrementAndGet();
                return database.read(work);
            }

            @Override
            public Dialect dialect() {
                return database.dialect();
            }

            @Override
            public void close() {
                database.close();
            }
        };
    }

    private void insert(String id) {
        older.write(transaction -> transaction.update(INSERT, id));
    }

    private long count() {
        return real.read(transaction -> transaction.one(COUNT, Row::number).orElseThrow());
    }

    @Test
    void readsTheVersionAtMostOnceASecond() {
        for (int i = 0; i < 100; i++) {
            insert("a" + i);
            nanos.addAndGet(Duration.ofMillis(50).toNanos());
        }
        assertThat(reads).hasValue(5);
        assertThat(count()).isEqualTo(100);
    }

    @Test
    void writesNothingASecondAfterTheMigration() {
        insert("before");
        real.write(transaction -> transaction.update(NEWER));
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());

        assertThatThrownBy(() -> insert("after"))
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.UNAVAILABLE))
                .hasMessageContaining("version 999")
                .hasMessageContaining("start the newer one");
        assertThatThrownBy(() -> older.rehearse(transaction -> transaction.update(INSERT, "after")))
                .hasMessageContaining("version 999");
        assertThatThrownBy(() -> older.read(transaction -> transaction.one(COUNT, Row::number)))
                .hasMessageContaining("version 999");
        assertThat(count()).isEqualTo(1);
    }
}
