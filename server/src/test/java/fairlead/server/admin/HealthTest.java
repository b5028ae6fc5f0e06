package fairlead.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Dialect;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.database.Work;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthTest {

    /// A database that can be away.
    private static final class Distant implements Database {

        private final Database near;
        private volatile boolean away;

        Distant(Database near) {
            this.near = near;
        }

        private void require() {
            if (away) {
                throw new DatabaseException(DatabaseException.Kind.UNAVAILABLE, "away");
            }
        }

        @Override
        public <T extends @Nullable Object> T write(Work<T> work) {
            require();
            return near.write(work);
        }

        @Override
        public <T extends @Nullable Object> T rehearse(Work<T> work) {
            require();
            return near.rehearse(work);
        }

        @Override
        public <T extends @Nullable Object> T read(Work<T> work) {
            require();
            return near.read(work);
        }

        @Override
        public Dialect dialect() {
            return near.dialect();
        }

        @Override
        public void close() {
            near.close();
        }
    }

    @Test
    void isGoodWhileTheDatabaseAnswersAndOnlyThen(@TempDir Path folder) {
        Distant database = new Distant(SqliteDatabase.open(folder.resolve("fairlead.db")));
        try (Plane plane = Plane.start(folder, Duration.ZERO, () -> database)) {
            assertThat(plane.get("/fairlead/health").status()).isEqualTo(200);

            database.away = true;
            assertThat(plane.get("/fairlead/health").status()).isEqualTo(503);
            assertThat(plane.get("/fairlead/health").code()).isEqualTo("ServiceUnavailable");
            assertThat(plane.get("/fairlead/version").status()).isEqualTo(200);

            database.away = false;
            int status = 503;
            for (int i = 0; i < 1_000_000 && status != 200; i++) {
                status = plane.get("/fairlead/health").status();
            }
            assertThat(status).isEqualTo(200);
        }
    }
}
