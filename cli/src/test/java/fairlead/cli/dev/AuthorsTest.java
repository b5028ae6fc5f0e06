package fairlead.cli.dev;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.bundle.Bundle;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the author of a type does: `init`, `test`, `register`, `dev`.
class AuthorsTest {

    private static final String TYPE = "Acme::Wine::Cellar";
    private static final String ADDRESS = "/fairlead/types/Acme%3A%3AWine%3A%3ACellar";

    @TempDir
    Path folder;

    private ScriptedServer server;
    private Shell shell;
    private Path cellar;
    private Path settings;

    @BeforeEach
    void begin() throws IOException {
        server = Lab.server();
        shell = new Shell(server);
        cellar = folder.resolve("cellar");
        settings = folder.resolve("settings.json");
        Files.writeString(settings, "{\"Folder\": \"" + folder.resolve("cellars") + "\"}");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Ran init(String... more) {
        String[] all = new String[more.length + 4];
        System.arraycopy(new String[] {"init", "--type", TYPE, cellar.toString()}, 0, all, 0, 4);
        System.arraycopy(more, 0, all, 4, more.length);
        return shell.run(all);
    }

    private Ran test(String... more) {
        return run("test", more);
    }

    /// A command on the project, whose things go to a folder of this test alone.
    private Ran run(String command, String... more) {
        String[] begin = {command, cellar.toString(), "--configuration", settings.toString()};
        String[] all = Arrays.copyOf(begin, begin.length + more.length);
        System.arraycopy(more, 0, all, begin.length, more.length);
        return shell.run(all);
    }

    private void breakTheToken() throws IOException {
        Path handler = cellar.resolve("src/CellarHandler.java");
        Files.writeString(handler, Files.readString(handler).replace("equals(context.token())", "equals(\"\")"));
    }

    private void mendTheToken() throws IOException {
        Path handler = cellar.resolve("src/CellarHandler.java");
        Files.writeString(handler, Files.readString(handler).replace("equals(\"\")", "equals(context.token())"));
    }

    @Nested
    class ANewProject {

        @Test
        void passesItsContractTests() {
            assertThat(init().exit()).isZero();

            Ran ran = test();

            assertThat(ran.exit()).as(ran.err() + ran.out()).isZero();
            assertThat(ran.out()).contains("held    create.idempotent").doesNotContain("BROKEN");
            assertThat(ran.err()).startsWith("✓ Acme::Wine::Cellar: ").contains(" 0 broken");
        }

        @ParameterizedTest
        @ValueSource(strings = {"java", "python", "typescript", "go"})
        void hasNoPlaceholdersLeft(String language) throws IOException {
            init("--language", language);

            try (var files = Files.walk(cellar)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(Files.readString(file))
                            .as(file.toString())
                            .doesNotContainPattern("@(typeName|resource|thing|file|package|today|what|files|ignored)@");
                }
            }
            assertThat(cellar.resolve("README.md")).content().contains("fairlead test .");
        }

        @Test
        void writesOverNothing() throws IOException {
            Files.createDirectories(cellar);
            Files.writeString(cellar.resolve("mine.txt"), "mine");

            Ran ran = init();

            assertThat(ran.exit()).isEqualTo(Exit.CONFLICT.code());
            assertThat(ran.err()).isEqualTo("error: " + cellar + " is not empty; nothing was written\n");
            assertThat(cellar.resolve("schema.json")).doesNotExist();
        }

        @ParameterizedTest
        @CsvSource({
            "Cellar, is no name of a type",
            "Acme::Wine, is no name of a type",
            "Acme::Wi-ne::Cellar, is no name of a type",
            "Fairlead::Wine::Cellar, the organization Fairlead is reserved"
        })
        void needsAName(String name, String message) {
            Ran ran = shell.run("init", "--type", name, cellar.toString());

            assertThat(ran.exit()).isEqualTo(Exit.USAGE.code());
            assertThat(ran.err()).contains(message, "Acme::Wine::Cellar");
        }

        @Test
        void compilesWhereANameIsAWordOfJava() {
            String[] init = {"init", "--type", "Acme::New::TlsCertificate", cellar.toString()};
            assertThat(shell.run(init).exit()).isZero();

            Ran ran = test();

            assertThat(ran.exit()).as(ran.err()).isZero();
        }
    }

    @Nested
    class AContractTest {

        @Test
        void thatFailsIsExplainedAndCanBeDoneAgain() throws IOException {
            init();
            breakTheToken();

            Ran ran = test();
            Path replay = cellar.resolve("replay/create.idempotent.json");
            Ran again = test("--replay", replay.toString());

            assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
            assertThat(ran.out()).contains("BROKEN  create.idempotent", "  Rule      \"", "  Found     ");
            assertThat(ran.err()).contains("again: --replay " + replay);
            assertThat(again.exit()).isEqualTo(Exit.FAILED.code());
            assertThat(again.out()).contains("CALL", "create", "SUCCESS");
            assertThat(again.err()).contains("create.idempotent is still broken: ");
        }

        @Test
        void thatFailedIsDoneAgainOnTheMendedHandler() throws IOException {
            init();
            breakTheToken();
            test();
            mendTheToken();

            Ran again = test(
                    "--replay", cellar.resolve("replay/create.idempotent.json").toString());

            assertThat(again.exit()).as(again.err()).isZero();
            assertThat(again.err()).contains("the type has changed since", "create.idempotent is no longer broken: ");
        }

        @Test
        void ofOneRuleTellsOfThatAlone() throws IOException {
            init();
            breakTheToken();

            Ran other = test("--rule", "read.not-found");

            assertThat(other.exit()).isZero();
            assertThat(other.out().lines()).hasSize(2);
            assertThat(test("--rule", "create.idempotent").exit()).isEqualTo(Exit.FAILED.code());
            assertThat(test("--rule", "no.such").exit()).isEqualTo(Exit.USAGE.code());
        }

        @Test
        void writesReports() throws IOException {
            init();
            Path json = folder.resolve("reports/report.json");
            Path xml = folder.resolve("reports/report.xml");
            Path html = folder.resolve("reports/report.html");

            test("--json", json.toString(), "--junit", xml.toString(), "--html", html.toString());

            assertThat(Documents.MAPPER.readTree(json).path("digest").asString())
                    .hasSize(64);
            assertThat(Documents.MAPPER.readTree(json).at("/counts/failed").asInt(1))
                    .isZero();
            assertThat(xml).content().contains("name=\"create.idempotent\"");
            assertThat(html).content().contains("<h1>Acme::Wine::Cellar</h1>");
        }

        @Test
        void showsTheCallsOfATypeWithoutSecrets() throws IOException {
            init();
            breakTheToken();
            Path html = folder.resolve("report.html");

            Ran ran = test("--html", html.toString());

            assertThat(ran.out()).contains("  Made with {\"Name\":\"");
            assertThat(html).content().contains("<p>Made with</p>", "The calls up to there");
        }

        @Test
        void holdsInTrouble() {
            init();

            Ran ran = test("--chaos", "duplicate,lost,slow,eventual", "--inputs", folder.toString());

            assertThat(ran.exit()).as(ran.out()).isZero();
            assertThat(test("--chaos", "kill").exit()).isEqualTo(Exit.USAGE.code());
        }

        @Test
        void ofWhatDoesNotCompileTellsWhatTheCompilerSays() throws IOException {
            init();
            Files.writeString(cellar.resolve("src/CellarHandler.java"), "class");

            Ran ran = test();

            assertThat(ran.exit()).isEqualTo(Exit.INVALID.code());
            assertThat(ran.err()).contains("the build failed", "src/CellarHandler.java:1: error:");
        }

        @Test
        void ofNothingSaysWhatIsMissing() throws IOException {
            assertThat(test().err()).isEqualTo("error: there is no folder " + cellar + "\n");

            Files.createDirectories(cellar);

            assertThat(test().err()).isEqualTo("error: there is no schema.json in " + cellar + "\n");
        }

        @Test
        void ofWhatNoServerWouldTakeTellsWhy() throws IOException {
            init();
            Path registration = cellar.resolve("fairlead.json");
            Files.writeString(registration, Files.readString(registration).replace("CellarHandler", "Missing"));

            Ran ran = test();

            assertThat(ran.exit()).isEqualTo(Exit.INVALID.code());
            assertThat(ran.err()).contains("fairlead.json#/handler", "there is no class acme.wine.Missing");
        }
    }

    @Nested
    class ARegistration {

        @Test
        void sendsTheReportAlong() {
            init();
            server.on("POST /fairlead/types", reply(201, "{\"typeName\":\"" + TYPE + "\"}"))
                    .on("PUT " + ADDRESS + "/configuration", reply(200, "{}"));

            Ran ran = run("register");

            assertThat(ran.exit()).as(ran.err()).isZero();
            byte[] sent = server.asked("POST /fairlead/types").getLast().body();
            assertThat(Bundle.document(sent, "contract-report.json")
                            .path("typeName")
                            .asString())
                    .isEqualTo(TYPE);
        }

        @Test
        void ofWhatIsNestedInAModelSaysWhatTheTestsMissed() {
            String model = "../examples/warehouse/warehouse.smithy";
            String[] of = {"--endpoint", server.url(), "--organization", "Example", "--resource", "Parcel"};
            String[] register = {"register", "--smithy", model, "--api-version", "2026-11-01"};

            Ran ran = shell.run(Stream.of(register, of).flatMap(Arrays::stream).toArray(String[]::new));

            assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
            assertThat(ran.err())
                    .contains("All of ", " inputs were refused.")
                    .contains(
                            "nothing was registered. Example::Warehouse::Parcel is nested in Example::Warehouse::Crate,"
                                    + " and the tests know none of those to make it in");
        }

        @Test
        void ofWhatBreaksTheContractIsNotAskedFor() throws IOException {
            init();
            breakTheToken();

            Ran ran = run("register");

            assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
            assertThat(ran.out()).contains("create.idempotent");
            assertThat(ran.err()).contains("nothing was registered");
        }
    }

    @Nested
    class Development {

        @Test
        void registersEachTimeUnderAnApiVersionOfItsOwn() {
            init();
            server.on("GET " + ADDRESS, reply(200, "{\"versions\":[{\"apiVersion\":\"2026-11-01-alpha.4\"}]}"))
                    .on("POST /fairlead/types", reply(201, "{\"typeName\":\"" + TYPE + "\",\"version\":\"00000005\"}"));

            Ran ran = run("dev", "--once");

            assertThat(ran.exit()).as(ran.err()).isZero();
            assertThat(ran.err()).contains("12:00:00 ✓ Acme::Wine::Cellar: ", "registered as version 00000005");
            byte[] sent = server.asked("POST /fairlead/types").getLast().body();
            assertThat(Bundle.document(sent, "fairlead.json").path("apiVersion").asString())
                    .isEqualTo("2026-11-01-alpha.5");
        }

        @Test
        void saysWhatIsBrokenAndRegistersNothing() throws IOException {
            init();
            breakTheToken();
            server.on("GET " + ADDRESS, reply(404, "{\"error\":{\"code\":\"TypeNotFound\",\"message\":\"None.\"}}"));

            Ran ran = run("dev", "--once");

            assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
            assertThat(ran.err()).contains("  create.idempotent  ", "not registered");
        }

        @Test
        void testsWithoutAServer() throws IOException {
            init();
            breakTheToken();
            shell = new Shell("http://127.0.0.1:9");

            Ran ran = run("dev", "--once");

            assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
            assertThat(ran.err()).contains("  create.idempotent  ").doesNotContain("tests passed");
        }

        @Test
        void endsWhenItIsInterrupted() {
            init();
            server.on("GET " + ADDRESS, reply(404, "{\"error\":{\"code\":\"TypeNotFound\",\"message\":\"None.\"}}"))
                    .on("POST /fairlead/types", reply(201, "{\"typeName\":\"" + TYPE + "\",\"version\":\"00000001\"}"));

            Ran ran = shell.interruptedAfter(3).run("dev", cellar.toString(), "--configuration", settings.toString());

            assertThat(Thread.interrupted()).isTrue();
            assertThat(ran.exit()).isEqualTo(Exit.INTERRUPTED.code());
            assertThat(ran.err()).contains("watching " + cellar, "no longer watched");
        }

        @Test
        void waitsUntilNothingChangesAnyMore() throws Exception {
            init();
            SourceWatcher changes = new SourceWatcher(cellar, shell.clock);
            int[] pauses = {0};

            changes.await(time -> {
                pauses[0]++;
                shell.clock.advance(time);
                if (pauses[0] == 1 || pauses[0] == 2) {
                    write(cellar.resolve("schema.json"), "{}".repeat(pauses[0]));
                }
                write(cellar.resolve("cellar.jar"), "built " + pauses[0]);
            });

            assertThat(pauses[0]).isEqualTo(4);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }
}
