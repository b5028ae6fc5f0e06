package fairlead.server.type;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.problem.Problem;
import fairlead.server.type.Registrations.Registered;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// CloudFormation providers as types of a server.
class ProviderArchivesTest extends OnNodes {

    private static final String SOURCE = """
        package provider;

        public class Provider {
            public interface Context {}

            public void handleRequest(java.io.InputStream in, java.io.OutputStream out, Context context)
                    throws java.io.IOException {
                String request = new String(in.readAllBytes(), "UTF-8");
                String name = request.replaceAll("(?s).*\\"Name\\":\\"([^\\"]*)\\".*", "$1");
                out.write(("{\\"status\\":\\"SUCCESS\\",\\"resourceModel\\":{\\"Name\\":\\"" + name
                        + "\\",\\"Url\\":\\"https://example.org\\"}}").getBytes("UTF-8"));
            }
        }
        """;

    @TempDir
    private Path data;

    @Override
    Database connect() {
        return SqliteDatabase.open(data.resolve("fairlead.db"));
    }

    private static Map<String, byte[]> files() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("schema.json", Archives.bookmark().get("schema.json"));
        files.put(".rpdk-config", bytes("""
            {"artifact_type": "RESOURCE", "typeName": "Example::Web::Bookmark", "language": "java", "runtime": "java17",
             "entrypoint": "provider.Provider::handleRequest", "settings": {"protocolVersion": "2.0.0"}}
            """));
        files.put("pom.xml", bytes("<project/>"));
        files.put("target/example-handler-1.0.jar", Archives.jar(Map.of("Provider.java", SOURCE)));
        return files;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Progress expected(String name) {
        return Progress.done(json("{'Name': '" + name + "', 'Url': 'https://example.org'}"));
    }

    @Test
    void areServedAsTheyAreAndAfterARestart() {
        Registered registered = node.register(Archives.zip(files()));

        assertThat(registered.created()).isTrue();
        assertThat(registered.warnings()).isEmpty();
        assertThat(create(registered.version(), "news")).isEqualTo(expected("news"));

        Node restarted = node(node.database, "another-cache");
        assertThat(create(restarted.bookmark().current(), "old")).isEqualTo(expected("old"));
    }

    /// What `cfn submit --dry-run` packs of a Java project: stored rather than deflated, with the sources, the
    /// generated ones among them, and what is known about the upload.
    private static Map<String, byte[]> submitted() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(".rpdk-config", files().get(".rpdk-config"));
        files.put("schema.json", files().get("schema.json"));
        files.put("inputs/inputs_1_create.json", bytes("{\"Name\": \"news\", \"Url\": \"https://example.org\"}"));
        files.put("inputs/inputs_1_update.json", bytes("{\"Name\": \"news\", \"Url\": \"https://example.net\"}"));
        files.put("overrides.json", bytes("{\"CREATE\": {}}"));
        files.put("pom.xml", bytes("<project/>"));
        files.put("src/main/java/provider/Provider.java", bytes(SOURCE));
        files.put("src/resources/log4j2.xml", bytes("<Configuration/>"));
        files.put("target/generated-sources/rpdk/provider/ResourceModel.java", bytes("package provider;"));
        files.put(
                "target/example-web-bookmark-handler-1.0-SNAPSHOT.jar", Archives.jar(Map.of("Provider.java", SOURCE)));
        files.put(".cfn_metadata.json", bytes("{\"cli-version\": \"0.2.41\", \"plugin-version\": \"2.2.5\"}"));
        return files;
    }

    @Test
    void areServedAsTheCommandLineOfCloudFormationSubmitsThem() {
        Registered registered = node.register(Archives.stored(submitted()));

        assertThat(registered.warnings()).isEmpty();
        assertThat(create(registered.version(), "news")).isEqualTo(expected("news"));
    }

    @Test
    void areTheSameWhenRegisteredAgain() {
        node.register(Archives.zip(files()));

        assertThat(node.register(Archives.zip(files())).created()).isFalse();
        assertThat(create(node.bookmark().current(), "news")).isEqualTo(expected("news"));
    }

    @Test
    void leaveNothingBehindWhenTheyAreRemoved() {
        node.register(Archives.zip(files()));

        node.registrations.remove(DEVELOPER, BOOKMARK);
        node.types.refresh();

        assertThat(folder.resolve("cache-providers").resolve("code")).isEmptyDirectory();
    }

    @Test
    void areRefusedWithAllThatIsWrong() {
        Map<String, byte[]> files = files();
        files.remove("target/example-handler-1.0.jar");

        Problem problem = problem(() -> node.register(Archives.zip(files)));

        assertThat(problem.toString()).contains("provider.artifact-missing", "mvn package");
        assertThat(Files.exists(
                        folder.resolve("cache-providers").resolve("code").resolve("new")))
                .isFalse();
    }

    @Test
    void mayBeSomewhereElse() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("schema.json", Archives.bookmark().get("schema.json"));
        files.put("fairlead.json", bytes("{\"endpoint\": \"http://127.0.0.1:9/2015-03-31/functions/F/invocations\"}"));

        Registered registered = node.register(Archives.zip(files));

        assertThat(registered.version().registration().endpoint()).isPresent();
    }

    @Test
    void areRefusedWhenTheirAddressIsNotThatOfAnInvocation() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("schema.json", Archives.bookmark().get("schema.json"));
        files.put("fairlead.json", bytes("{\"endpoint\": \"http://127.0.0.1:9\"}"));

        assertThat(problem(() -> node.register(Archives.zip(files))).toString())
                .contains("registration.endpoint", "TypeFunction/invocations");
    }
}
