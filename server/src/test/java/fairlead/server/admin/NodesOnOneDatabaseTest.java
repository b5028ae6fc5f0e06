package fairlead.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.database.PostgresDatabase;
import fairlead.server.type.Archives;
import fairlead.testbed.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two control planes on one PostgreSQL, each with a disk of its own.
class NodesOnOneDatabaseTest {

    private static final String TYPES = "/fairlead/types";
    private static final String BOOKMARK = TYPES + "/Example::Web::Bookmark";
    private static final String NEWS = Plane.GROUP + "/providers/Example.Web/bookmarks/news?api-version=2026-11-01";

    @TempDir
    private Path folder;

    private Plane one;
    private Plane other;

    @BeforeEach
    void start() {
        String url = PostgresServer.shared().url(PostgresServer.shared().createDatabase());
        one = start("one", url);
        other = start("other", url);
    }

    private Plane start(String name, String url) {
        return Plane.start(
                folder.resolve(name),
                Duration.ofMinutes(1),
                () -> PostgresDatabase.open(url, new Random(1)),
                "--database=" + url,
                "--handler-files=" + folder.resolve("bookmarks"));
    }

    @AfterEach
    void stop() {
        one.close();
        other.close();
    }

    @Test
    void serveEachOthersTypes() {
        one.post(TYPES + "?tests=skip", "application/zip", Archives.example());
        one.put(BOOKMARK + "/configuration", "{\"Folder\": \"" + folder.resolve("bookmarks") + "\"}");

        int created = other.put(NEWS, "{\"location\": \"local\", \"properties\": {\"Url\": \"https://example.org\"}}")
                .status();

        assertThat(created).isEqualTo(201);
        assertThat(folder.resolve("bookmarks").resolve("news.json")).exists();
        assertThat(one.send("DELETE", BOOKMARK, "").code()).isEqualTo("TypeInUse");
        assertThat(one.get(NEWS).status()).isEqualTo(200);
        other.send("DELETE", NEWS, "");
        assertThat(one.send("DELETE", BOOKMARK, "").status()).isEqualTo(200);
        assertThat(other.get("/fairlead/version").json().path("database").stringValue())
                .isEqualTo("postgresql");
    }

    /// For two seconds a node may not know that a type is gone, but it never makes a resource of it.
    @Test
    void makeNoResourceOfATypeThatTheOtherHasRemoved() {
        one.post(TYPES + "?tests=skip", "application/zip", Archives.example());
        assertThat(other.get(NEWS).code()).isEqualTo("ResourceNotFound");
        assertThat(one.send("DELETE", BOOKMARK, "").status()).isEqualTo(200);

        Plane.Answer refused =
                other.put(NEWS, "{\"location\": \"local\", \"properties\": {\"Url\": \"https://example.org\"}}");

        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.code()).startsWith("InvalidResource");
        assertThat(one.get(TYPES).json().toString()).doesNotContain("Bookmark");
    }
}
