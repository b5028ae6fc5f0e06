package fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A provider in a process of its own, in a server that runs: what it prints, and what happens when it is killed.
@EnabledIfSystemProperty(named = "languages", matches = "on", disabledReason = "needs python3: -Dlanguages=on")
class ServedProvidersTest {

    private static final String TYPE = "Acme::Wine::Cellar";

    @TempDir
    static Path folder;

    private static ServerProcess server;
    private static Shell shell;
    private static Path project;

    @BeforeAll
    static void serve() throws IOException {
        server = ServerProcess.start(folder);
        shell = new Shell(server.url());
        project = folder.resolve("cellar");
        shell.run("init", "--type", TYPE, "--language", "python", project.toString());
        talkative(project.resolve("src/handlers.py"));
        Path settings = folder.resolve("settings.json");
        Files.writeString(settings, "{\"Folder\": \"" + folder.resolve("cellars") + "\"}");
    }

    /// Prints which thing is asked for, and a text of the configuration.
    private static void talkative(Path handlers) throws IOException {
        String code = Files.readString(handlers);
        String call = "    try:\n        match event[\"action\"]:";
        assertThat(code).contains(call);
        String prints = "    print('asked for', model.get('Name'))\n    print('in', things.folder)\n";
        Files.writeString(handlers, code.replace(call, prints + call));
    }

    @AfterAll
    static void stop() throws InterruptedException {
        server.close();
    }

    private static Ran run(String... args) {
        Ran ran = shell.run(args);
        assertThat(ran.exit()).as(ran.err()).isZero();
        return ran;
    }

    private static void register() {
        String settings = folder.resolve("settings.json").toString();
        run("register", project.toString(), "--skip-tests", "--configuration", settings);
    }

    /// The name of the newest operation on a resource.
    private static String operationOn(String resource) {
        String newest = run("operations")
                .out()
                .lines()
                .filter(line -> line.startsWith(resource + " "))
                .findFirst()
                .orElseThrow();
        return newest.substring(newest.lastIndexOf(' ') + 1);
    }

    @Test
    void printsIntoTheRecordOfItsOperation() {
        register();
        run("put", TYPE, "attic", "-p", "Note=cold");

        List<String> log = run("operations", operationOn("cellars/attic"), "--logs")
                .out()
                .lines()
                .toList();

        assertThat(log).allMatch(line -> line.matches("20\\d\\d-\\S+Z (CREATE|READ) .*"));
        assertThat(log).anyMatch(line -> line.endsWith(" CREATE asked for attic"));
        assertThat(log).anyMatch(line -> line.endsWith(" READ in [redacted]"));
        assertThat(log).noneMatch(line -> line.contains(folder.toString()));
    }

    @Test
    void hasNothingToShowIfItPrintsNothing() {
        run("put", "Fairlead::Lab::Thing", "quiet", "-p", "Text=hush");

        Ran shown = run("operations", operationOn("things/quiet"), "--logs");

        assertThat(shown.out()).isEmpty();
        assertThat(shown.err()).contains("nothing was printed");
    }

    @Test
    void keepsTheContractThoughItsProcessesAreKilled() {
        Path settings = folder.resolve("settings.json");

        Ran ran = run("test", project.toString(), "--configuration", settings.toString(), "--chaos", "kill");

        assertThat(ran.out()).contains("held    create.idempotent").doesNotContain("BROKEN");
    }
}
