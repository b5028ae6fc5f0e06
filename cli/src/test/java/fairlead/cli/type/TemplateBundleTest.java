package fairlead.cli.type;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TemplateBundleTest {

    private static final String TEMPLATE = """
        Description: a site
        Parameters:
          Host: {Type: String, AllowedPattern: "[a-z.]+", Description: its name}
          Days: {Type: Number, Default: 30, MinValue: 1, MaxValue: 90}
          Level: {Type: Number, AllowedValues: [1, 2.5], Default: 1}
          Aliases: {Type: CommaDelimitedList, Default: "a,b"}
          Word: {Type: String, NoEcho: true, MinLength: 4}
        Resources:
          One: {Type: Corp::Web::Page, Properties: {Name: !Ref Host}}
          Two: {Type: Corp::Web::Cache, Properties: {Of: !Ref One}}
        Outputs:
          Where: {Value: !Ref One, Description: its address}
          Told: {Value: !Sub "${Word}!"}
        """;

    @TempDir
    private Path folder;

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server();
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Ran register(String template, String... more) throws IOException {
        Path file = folder.resolve("site.yaml");
        Files.writeString(file, template);
        List<String> arguments = new ArrayList<>(List.of("register", "--template", file.toString()));
        arguments.addAll(List.of(more));
        return shell.run(arguments.toArray(String[]::new));
    }

    private JsonNode written(String name) throws IOException {
        return JsonMapper.shared()
                .readTree(Files.readString(folder.resolve("site").resolve(name)));
    }

    @Test
    void theSchemaSaysWhatTheTemplateTakesAndTells() throws IOException {
        Ran ran = register(
                TEMPLATE,
                "--type",
                "Corp::Web::Site",
                "--write",
                folder.resolve("site").toString());

        assertThat(ran.exit()).isEqualTo(Exit.OK.code());
        JsonNode schema = written("schema.json");
        assertThat(schema.path("typeName").asString()).isEqualTo("Corp::Web::Site");
        assertThat(schema.path("required").toString()).isEqualTo("[\"Host\",\"Word\"]");
        assertThat(schema.path("readOnlyProperties").toString())
                .isEqualTo("[\"/properties/Id\",\"/properties/Where\",\"/properties/Told\"]");
        assertThat(schema.path("writeOnlyProperties").toString()).isEqualTo("[\"/properties/Word\"]");
        assertThat(schema.path("primaryIdentifier").toString()).isEqualTo("[\"/properties/Id\"]");
        assertThat(schema.at("/properties/Host").toString())
                .isEqualTo("{\"description\":\"its name\",\"type\":\"string\",\"pattern\":\"^(?:[a-z.]+)$\"}");
        assertThat(schema.at("/properties/Days").toString())
                .isEqualTo("{\"type\":\"number\",\"minimum\":1,\"maximum\":90,\"default\":30}");
        assertThat(schema.at("/properties/Level/enum").toString()).isEqualTo("[1,2.5]");
        assertThat(schema.at("/properties/Aliases").toString())
                .isEqualTo("{\"type\":\"array\",\"insertionOrder\":true,\"items\":{\"type\":\"string\","
                        + "\"pattern\":\"^[^,]*$\"},\"default\":[\"a\",\"b\"]}");
        assertThat(schema.at("/properties/Word/minLength").asInt()).isEqualTo(4);
    }

    @Test
    void theRegistrationSaysWhatItIsMadeOfAndWhatIsSecret() throws IOException {
        register(
                TEMPLATE,
                "--type",
                "Corp::Web::Site",
                "--api-version",
                "2026-11-01",
                "--write",
                folder.resolve("site").toString());

        assertThat(written("fairlead.json").toString())
                .isEqualTo("{\"apiVersion\":\"2026-11-01\","
                        + "\"template\":{\"uses\":[\"Corp::Web::Page\",\"Corp::Web::Cache\"]},"
                        + "\"dataClasses\":{\"/properties/Told\":\"secret\"}}");
        assertThat(folder.resolve("site").resolve("template.yaml")).hasContent(TEMPLATE);
    }

    @Test
    void noFileIsReplaced() throws IOException {
        Files.createDirectories(folder.resolve("site"));
        Files.writeString(folder.resolve("site").resolve("schema.json"), "mine");

        Ran ran = register(
                TEMPLATE,
                "--type",
                "Corp::Web::Site",
                "--write",
                folder.resolve("site").toString());

        assertThat(ran.exit()).isEqualTo(Exit.USAGE.code());
        assertThat(folder.resolve("site").resolve("schema.json")).hasContent("mine");
        assertThat(folder.resolve("site").resolve("template.yaml")).doesNotExist();
    }

    @Test
    void allThatIsWrongIsToldWithItsPlace() throws IOException {
        String wrong = TEMPLATE.replace("Where:", "Host:").replace("Told:", "Id:");

        Ran ran = register(wrong, "--type", "Corp::Web::Site");

        assertThat(ran.exit()).isEqualTo(Exit.INVALID.code());
        assertThat(ran.err())
                .contains("The template has a parameter and an output 'Host'")
                .contains("'Id' is the property by which resources of the type are identified.")
                .contains("line 12");
    }

    @Test
    void itHasToBeSaidWhatTheTypeIsCalled() throws IOException {
        Ran ran = register(TEMPLATE);

        assertThat(ran.exit()).isEqualTo(Exit.USAGE.code());
        assertThat(ran.err()).contains("--type Organization::Service::Resource");
    }

    @Test
    void optionsOfOtherKindsOfHandlersAreRefused() throws IOException {
        Ran ran = register(TEMPLATE, "--type", "Corp::Web::Site", "--skip-tests");

        assertThat(ran.exit()).isEqualTo(Exit.USAGE.code());
        assertThat(ran.err()).contains("--template goes with --type, --write, --api-version and --profile alone");
    }
}
