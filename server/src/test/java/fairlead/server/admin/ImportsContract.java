package fairlead.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Taking resources under management that exist already, on each database: directories that another program made.
abstract class ImportsContract {

    private static final String TYPE = "Fairlead::Files::Directory";
    private static final String DIRECTORIES = Plane.GROUP + "/providers/Fairlead.Files/directories";
    private static final String VERSION = "?api-version=2026-11-01";

    @TempDir
    Path folder;

    private Path root;
    private Plane plane;

    abstract Plane open(Duration patience);

    @BeforeEach
    void start() throws IOException {
        root = Files.createDirectory(folder.resolve("root"));
        plane = open(Duration.ofMinutes(1));
        plane.put("/fairlead/types/" + TYPE + "/configuration", "{\"Root\": \"" + root + "\"}");
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private Answer request(String what) {
        String body = """
            {"type": "%s", "subscription": "00000000-0000-0000-0000-000000000000", "group": "default",
             "location": "local", %s}
            """.formatted(TYPE, what);
        return plane.send("POST", "/fairlead/imports", body);
    }

    private Answer importing(String... names) {
        StringBuilder things = new StringBuilder();
        for (String name : names) {
            things.append(things.isEmpty() ? "" : ", ").append("{\"identifier\": \"" + name + "\"}");
        }
        return request("\"resources\": [" + things + "]");
    }

    private Path make(String name) throws IOException {
        return Files.createDirectory(root.resolve(name));
    }

    @Test
    void makesAResourceOfWhatWasRead() throws IOException {
        make("docs");

        Answer done = importing("docs");

        assertThat(done.status()).as(done.response().body()).isEqualTo(200);
        assertThat(done.json().path("status").stringValue()).isEqualTo("Succeeded");
        assertThat(done.json().at("/imported/0/id").stringValue()).endsWith("/directories/docs");
        Answer resource = plane.get(DIRECTORIES + "/docs" + VERSION);
        assertThat(resource.status()).isEqualTo(200);
        assertThat(resource.json().at("/properties/provisioningState").stringValue())
                .isEqualTo("Succeeded");
        assertThat(resource.json().at("/properties/Path").stringValue())
                .isEqualTo(root.resolve("docs").toString());
        assertThat(resource.header("ETag")).isNotEmpty();
    }

    @Test
    void touchesNothing() throws IOException {
        Path docs = make("docs");
        Files.writeString(docs.resolve("page"), "text");
        Files.setLastModifiedTime(docs, FileTime.fromMillis(1_000_000));

        importing("docs");

        assertThat(Files.getLastModifiedTime(docs)).isEqualTo(FileTime.fromMillis(1_000_000));
        assertThat(docs.resolve("page")).hasContent("text");
    }

    @Test
    void makesAResourceThatIsChangedLikeAllOthers() throws IOException {
        Path docs = make("docs");
        importing("docs");

        Answer changed = plane.put(
                DIRECTORIES + "/docs" + VERSION, "{\"location\": \"local\", \"properties\": {\"Mode\": \"0700\"}}");

        assertThat(changed.status()).as(changed.response().body()).isEqualTo(200);
        assertThat(Files.getPosixFilePermissions(docs)).hasSize(3);
        assertThat(plane.send("DELETE", DIRECTORIES + "/docs" + VERSION, "").status())
                .isEqualTo(200);
        assertThat(docs).doesNotExist();
    }

    @Test
    void isNoSecondResourceTheSecondTime() throws IOException {
        make("docs");
        importing("docs");
        String etag = plane.get(DIRECTORIES + "/docs" + VERSION).header("ETag");

        Answer again = importing("docs");

        assertThat(again.json().path("imported")).isEmpty();
        assertThat(again.json().at("/present/0/identifier").stringValue()).isEqualTo("docs");
        assertThat(plane.get(DIRECTORIES + "/docs" + VERSION).header("ETag")).isEqualTo(etag);
    }

    @Test
    void takesAllThatTheHandlerLists() throws IOException {
        for (int i = 0; i < 50; i++) {
            make("d" + i);
        }
        importing("d7");

        Answer done = request("\"all\": true");

        assertThat(done.json().path("imported")).hasSize(49);
        assertThat(done.json().path("present")).hasSize(1);
        assertThat(plane.get(DIRECTORIES + VERSION).json().path("value")).hasSize(50);
    }

    @Test
    void failsForWhatDoesNotExist() throws IOException {
        make("docs");

        Answer one = importing("nothing");
        Answer several = importing("docs", "nothing");

        assertThat(one.json().at("/error/code").stringValue()).isEqualTo("NotFound");
        assertThat(several.json().at("/error/code").stringValue()).isEqualTo("ImportFailed");
        assertThat(several.json().at("/error/details/0/target").stringValue()).isEqualTo("nothing");
        assertThat(plane.get(DIRECTORIES + "/nothing" + VERSION).status()).isEqualTo(404);
        assertThat(plane.get(DIRECTORIES + "/docs" + VERSION).status()).isEqualTo(200);
    }

    @Test
    void canBeAskedForLater() throws IOException {
        make("docs");
        Answer done = importing("docs");

        Answer later = plane.get("/fairlead/imports/" + done.json().path("id").stringValue());

        assertThat(later.json()).isEqualTo(done.json());
        assertThat(plane.get("/fairlead/imports/nothing").status()).isEqualTo(404);
    }

    @Test
    void isToldEverythingThatIsWrongWithIt() {
        Answer refused = plane.send("POST", "/fairlead/imports", "{\"type\": \"A::B::C\", \"resources\": [{}]}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().at("/error/details").size()).isEqualTo(5);
    }
}
