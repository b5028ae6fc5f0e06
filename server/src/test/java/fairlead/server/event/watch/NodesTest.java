package fairlead.server.event.watch;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two control planes on one PostgreSQL.
class NodesTest {

    @Test
    void tellOfEachOthersResourcesAndKnowEachOthersTokens(@TempDir Path folder) {
        String url = PostgresServer.shared().url(PostgresServer.shared().createDatabase());
        try (Plane one = start(folder.resolve("one"), url);
                Plane other = start(folder.resolve("other"), url)) {
            String last;
            try (Sse stream = new Sse(URI.create(other.url() + "/fairlead/watch"), "").begun()) {
                make(one, "first");
                assertThat(stream.next(4).getLast().path("resourceId").stringValue())
                        .endsWith("/first");
                last = stream.lastId();
            }
            make(other, "second");
            try (Sse stream = new Sse(URI.create(one.url() + "/fairlead/watch"), last)) {
                assertThat(stream.next().path("resourceId").stringValue()).endsWith("/second");
            }
        }
    }

    private static Plane start(Path folder, String url) {
        return Plane.start(
                folder, Duration.ofMinutes(1), () -> PostgresDatabase.open(url, new Random(1)), "--database=" + url);
    }

    private static void make(Plane plane, String name) {
        plane.put(
                Plane.THINGS + "/" + name + Plane.VERSION,
                "{\"location\": \"local\", \"properties\": {\"Text\": \"hello\"}}");
    }
}
