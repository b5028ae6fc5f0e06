package fairlead.cli.type;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TypesTest {

    private static final String THING = "/fairlead/types/Fairlead%3A%3ALab%3A%3AThing";

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

    @Test
    void areListed() {
        assertThat(shell.run("types").out()).isEqualTo("""
            TYPE                        ARM TYPE                               API VERSION  SOURCE      HANDLERS                        RESOURCES
            Fairlead::Lab::Thing        Fairlead.Lab/things                    2026-01-01   shipped     create read update delete list          3
            Fairlead::Pki::Certificate  Fairlead.Pki/authorities/certificates  2026-01-01   registered  create read delete                      0
            Other::Lab::Thing           Other.Lab/things                       2026-01-01   untested    create read delete                      1
            """);
    }

    @Test
    void fitTheTerminal() {
        shell.on(new Terminal(true, true, true, 80, false));

        assertThat(shell.run("types").out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void showTheirProperties() {
        assertThat(shell.run("types", "Fairlead.Lab/things").out()).isEqualTo("""
            Fairlead::Lab::Thing  A thing to try.
            ARM type   Fairlead.Lab/things
            Versions   00000002 (api-version 2026-01-01, default)
            Source     shipped
            Handlers   create read
            Resources  3

            PROPERTY       TYPE         FLAGS                    DESCRIPTION
            Name           string       identifier, create-only  -
            Size           integer      required                 How big.
            Release        string       -                        -
            Secret         string       write-only               -
            Arn            string       read-only                -
            Kind           small|large  -                        -
            Disks          object[]     -                        -
            Disks[].Size   integer      required                 -
            Disks[].Label  string       write-only               On the front.
            """);
    }

    @Test
    void showWhatOfTheirConfigurationIsSet() {
        server.on("GET " + THING, reply(200, """
            {"typeName":"Fairlead::Lab::Thing","configuration":{"valid":false,"properties":[
              {"name":"Folder","required":true,"set":false},{"name":"Owner","required":false,"set":false},
              {"name":"Token","required":true,"set":true}]}}
            """));

        assertThat(shell.run("types", "Fairlead::Lab::Thing").out())
                .contains("Configured Folder missing, Owner not set, Token set\n");
    }

    @Test
    void areRegisteredFromAFolder(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("schema.json"), "{}");
        Files.writeString(folder.resolve("fairlead.json"), "{\"apiVersion\":\"2025-01-01\",\"x\":1}");
        Files.writeString(folder.resolve("handler.jar"), "jar");
        Files.writeString(folder.resolve("notes.txt"), "not sent");
        server.on("POST /fairlead/types?tests=skip", reply(201, """
            {"typeName":"A::B::C","armType":"A.B/cs","defaultVersion":"00000001",
             "versions":[{"version":"00000001","apiVersion":"2026-02-02"}],
             "findings":[{"severity":"WARNING","id":"L7","pointer":"fairlead.json#/x","message":"No type."}]}\
            """));

        Ran ran = shell.run("register", folder.toString(), "--skip-tests", "--api-version", "2026-02-02");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo("fairlead.json:1:28: warning: No type. [L7 at /x]\n");
        assertThat(ran.err()).isEqualTo("✓ A::B::C registered as A.B/cs, api-version 2026-02-02\n");
        ScriptedServer.Asked asked =
                server.asked("POST /fairlead/types?tests=skip").getLast();
        assertThat(asked.header("Content-type")).isEqualTo("application/zip");
        assertThat(unzipped(asked.body()))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "schema.json", "{}",
                        "fairlead.json", "{\"apiVersion\":\"2026-02-02\",\"x\":1}",
                        "handler.jar", "jar"));
    }

    @Test
    void areRegisteredWithTheReportOfTheirTests(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("schema.json"), "{}");
        Files.writeString(folder.resolve("report"), "{\"counts\":{}}");
        server.on("POST /fairlead/types", reply(201, "{\"typeName\":\"A::B::C\"}"));

        Ran ran = shell.run(
                "register",
                folder.toString(),
                "--report",
                folder.resolve("report").toString());

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(unzipped(server.asked("POST /fairlead/types").getLast().body()))
                .containsEntry("contract-report.json", "{\"counts\":{}}");
    }

    @Test
    void areNotRegisteredFromAFolderWithoutASchema(@TempDir Path folder) {
        Ran ran = shell.run("register", folder.toString());

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).isEqualTo("error: there is no schema.json in " + folder + "\n");
    }

    @Test
    void areConfigured() {
        server.on("PUT " + THING + "/configuration", reply(200, "{}"));

        Ran ran = shell.typing("{\"Key\":1}").run("configure", "Fairlead.Lab/things", "-");

        assertThat(ran.err()).isEqualTo("✓ Fairlead::Lab::Thing configured\n");
        assertThat(server.asked("PUT " + THING + "/configuration").getLast().body())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"Key\":1}");
    }

    @Test
    void haveADefaultVersionThatCanBeChosen() {
        server.on("PUT " + THING + "/defaultVersion", reply(200, "{}"));

        Ran ran = shell.run("types", "Fairlead::Lab::Thing", "--default", "00000002");

        assertThat(ran.err()).isEqualTo("✓ Fairlead::Lab::Thing version 00000002 is the default\n");
        assertThat(server.asked("PUT " + THING + "/defaultVersion").getLast().body())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"version\":\"00000002\"}");
        assertThat(shell.run("types", "--default", "00000002").exit()).isEqualTo(2);
    }

    @Test
    void areUnregisteredWholeOrByVersion() {
        server.on("DELETE " + THING, reply(409, "{\"error\":{\"code\":\"TypeInUse\",\"message\":\"3 resources.\"}}"))
                .on("DELETE " + THING + "?version=00000001", reply(204, ""));

        assertThat(shell.run("unregister", "Fairlead::Lab::Thing").exit()).isEqualTo(4);
        assertThat(shell.run("unregister", "Fairlead::Lab::Thing", "--version", "00000001")
                        .exit())
                .isZero();
    }

    private static Map<String, String> unzipped(byte[] zip) throws IOException {
        Map<String, String> entries = new TreeMap<>();
        try (ZipInputStream input = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry = input.getNextEntry(); entry != null; entry = input.getNextEntry()) {
                entries.put(entry.getName(), new String(input.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return entries;
    }
}
