package fairlead.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.ServerProcess;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import fairlead.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Files of plain resources and a server as it is shipped.
class ApplyTest {

    private static final Pattern HASH = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final Terminal PERSON = new Terminal(true, false, false, 120, false);

    @TempDir
    private static Path data;

    private static ServerProcess server;

    @TempDir
    private Path folder = Path.of("");

    private Shell shell = new Shell("");
    private String set = "";

    @BeforeAll
    static void serve() throws IOException {
        server = ServerProcess.start(data);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        server.close();
    }

    @BeforeEach
    void begin(TestInfo test) {
        shell = new Shell(server.url());
        set = "s" + Integer.toHexString(test.getDisplayName().hashCode());
    }

    private String file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text.replace("SET", set));
        return file.toString();
    }

    private String things() throws IOException {
        file("one.yaml", "type: Fairlead.Lab/things\nname: SET-a\nproperties: {Text: a}\n");
        file("below/two.json", "[{\"type\":\"Fairlead.Lab/things\",\"name\":\"SET-b\",\"properties\":{\"Number\":2}}]");
        file("notes.txt", "not a resource");
        file(".hidden.yaml", "nor: this\n");
        return folder.toString();
    }

    private Ran apply(String... args) {
        String[] all = new String[args.length + 3];
        all[0] = "apply";
        System.arraycopy(args, 0, all, 1, args.length);
        all[args.length + 1] = "--set";
        all[args.length + 2] = set;
        return shell.run(all);
    }

    private boolean isThere(String name) {
        return shell.run("get", "Fairlead.Lab/things", set + "-" + name).exit() == 0;
    }

    private static String hash(Ran ran) {
        Matcher found = HASH.matcher(ran.out() + ran.err());
        assertThat(found.find()).as(ran.err()).isTrue();
        return found.group();
    }

    // -- making -----------------------------------------------------------------------------------------------------

    @Test
    void theFilesOfAFolderAreMadeASetAndItsEventsTold() throws IOException {
        Ran ran = apply(things());

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("""
            The set %s would be created:

            + Fairlead.Lab/things/%s-b  Fairlead::Lab::Thing
                /properties/Number: 2
            + Fairlead.Lab/things/%s-a  Fairlead::Lab::Thing
                /properties/Text: "a"

            2 to add
            """.formatted(set, set, set)).contains("✓ set " + set + " is CREATE_COMPLETE");
        assertThat(isThere("a") && isThere("b")).isTrue();
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void theSameFilesAgainDoNothing() throws IOException {
        apply(things());

        Ran again = apply(things());

        assertThat(again.exit()).isZero();
        assertThat(again.err()).contains("Nothing would change in the set " + set + ".");
        assertThat(apply(things(), "--plan-only").exit()).isZero();
        assertThat(apply(things(), "--detailed-exitcode").exit()).isZero();
    }

    @Test
    void aPlanAloneDoesNothingAndSaysByItsExitCodeWhetherAnythingWould() throws IOException {
        Ran plan = apply(things(), "--dry-run");

        assertThat(plan.exit()).isEqualTo(1);
        assertThat(plan.out()).contains("2 to add", "plan: sha256:");
        assertThat(apply(things(), "--plan-only", "--detailed-exitcode").exit()).isEqualTo(2);
        assertThat(isThere("a")).isFalse();
        assertThat(apply(things(), "--detailed-exitcode").exit()).isEqualTo(2);
        assertThat(isThere("a")).isTrue();
    }

    @Test
    void theSetHasTheNameOfItsFileOrFolder() throws IOException {
        String file = file(set + ".yaml", "type: Fairlead.Lab/things\nname: SET-a\n");

        assertThat(shell.run("apply", file).exit()).isZero();

        assertThat(shell.run("stack", "show", set).out()).contains("status: CREATE_COMPLETE");
        assertThat(shell.run("apply", file, things()).err()).contains("needs the name of the set: --set");
        assertThat(shell.run("apply").exit()).isEqualTo(Exit.USAGE.code());
    }

    @Test
    void whatGetShowsAsYamlOrJsonChangesNothing() throws IOException {
        apply(file("one.yaml", """
            type: Fairlead.Lab/things
            name: SET-a
            tags: {env: dev, "no": "on"}
            properties: {Text: "yes: 1\\n", Number: 2, Labels: [b, a], Settings: {Limits: {Lowest: 1}}}
            """));
        String yaml = shell.run("get", "Fairlead.Lab/things", set + "-a", "-o", "yaml")
                .out();
        String json = shell.run("get", "Fairlead.Lab/things", set + "-a", "-o", "json")
                .out();

        for (String shown : new String[] {yaml, json}) {
            Ran ran = shell.typing(shown).run("apply", "-f", "-", "--set", set, "--plan-only");
            assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
        }
        assertThat(yaml).startsWith("---\nid: /subscriptions/");
    }

    @Test
    void programsGetThePlanAndTheSetAsJson() throws IOException {
        JsonNode plan = JsonMapper.shared()
                .readTree(apply(things(), "--plan-only", "-o", "json").out());
        assertThat(plan.path("change").asString()).isEqualTo("create");

        JsonNode made =
                JsonMapper.shared().readTree(apply(things(), "-o", "json").out());
        assertThat(made.path("status").asString()).isEqualTo("CREATE_COMPLETE");
        JsonNode same =
                JsonMapper.shared().readTree(apply(things(), "-o", "json").out());
        assertThat(same.path("nodes")).hasSize(2);
    }

    @Test
    void aGroupIsThatOfTheDocumentOrElseOfTheCommand() throws IOException {
        shell.run("groups", set, "--make");
        apply(file("one.yaml", "type: Fairlead.Lab/things\nname: SET-a\n"), "--group", set);

        assertThat(isThere("a")).isFalse();
        assertThat(shell.run("get", "Fairlead.Lab/things", set + "-a", "--group", set)
                        .exit())
                .isZero();
    }

    // -- what is lost -----------------------------------------------------------------------------------------------

    @Test
    void whatIsNoLongerInTheFilesIsKeptAndSaidUntilItIsPruned() throws IOException {
        apply(things());
        Files.delete(folder.resolve("below/two.json"));

        Ran kept = shell.run("apply", folder.toString(), "--set", set);
        assertThat(kept.exit()).isZero();
        assertThat(kept.err()).contains("kept, though not in the files: Fairlead.Lab/things/" + set + "-b;");

        Ran unasked = shell.run("apply", folder.toString(), "--set", set, "--prune", "--yes");
        assertThat(unasked.exit()).isEqualTo(Exit.USAGE.code());
        assertThat(unasked.err())
                .contains("- Fairlead.Lab/things/" + set + "-b")
                .contains("There is no terminal to ask; add --plan " + hash(unasked));
        assertThat(isThere("b")).isTrue();

        Ran pruned = shell.run("apply", folder.toString(), "--set", set, "--prune", "--plan", hash(unasked));
        assertThat(pruned.exit()).as(pruned.err()).isZero();
        assertThat(isThere("b")).isFalse();
    }

    @Test
    void whatCouldNotBeDeletedIsAFailure() throws IOException {
        String both = """
            type: Fairlead.Lab/things
            name: SET-a
            ---
            type: Fairlead.Lab/things
            name: SET-b
            properties: {Fail: {On: delete, Code: NotStabilized}}
            """;
        apply(file("one.yaml", both));
        String one = file("one.yaml", "type: Fairlead.Lab/things\nname: SET-a\n");

        Ran ran = apply(one, "--prune", "--plan", hash(apply(one, "--prune", "--plan-only")));

        assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
        assertThat(ran.err()).contains("what could not be deleted is still in the set:", "NotStabilized");
    }

    @Test
    void aPersonIsAskedBeforeAnythingIsDoneAndMaySayNo() throws IOException {
        Ran no = shell.on(PERSON).typing("n\n").run("apply", things(), "--set", set);
        assertThat(no.err()).contains("Apply this? [y/N] nothing was done");
        assertThat(no.exit()).isZero();

        assertThat(shell.typing("y\n").run("apply", things(), "--set", set).exit())
                .isZero();
        Files.delete(folder.resolve("one.yaml"));
        Ran prune = shell.typing("n\n").run("apply", folder.toString(), "--set", set, "--prune", "--yes");

        assertThat(prune.err()).contains("Apply this, deletions included? [y/N] nothing was done");
        assertThat(isThere("a")).isTrue();
    }

    @Test
    void aPlanThatHasMovedIsNotCarriedOut() throws IOException {
        String shown = hash(apply(things(), "--plan-only"));
        apply(file("one.yaml", "type: Fairlead.Lab/things\nname: SET-a\nproperties: {Text: b}\n"));

        Ran ran = apply(things(), "--plan", shown);

        assertThat(ran.exit()).isEqualTo(Exit.CONFLICT.code());
        assertThat(ran.err()).contains("look at it again");
        assertThat(isThere("b")).isFalse();
    }

    @Test
    void aReplacementWithoutATerminalNeedsAYes() throws IOException {
        apply(file("one.yaml", "type: Fairlead.Lab/things\nname: SET-a\nproperties: {Flavor: Plain}\n"));
        String sweet = file("one.yaml", "type: Fairlead.Lab/things\nname: SET-a\nproperties: {Flavor: Sweet}\n");

        Ran unasked = apply(sweet);
        assertThat(unasked.exit()).isEqualTo(Exit.USAGE.code());
        assertThat(unasked.err()).contains("The plan replaces resources.");

        assertThat(apply(sweet, "--yes").exit()).isZero();
    }

    // -- what is there already --------------------------------------------------------------------------------------

    @Test
    void aResourceThatIsThereIsTakenInOnlyIfSoAsked() throws IOException {
        shell.run("put", "Fairlead.Lab/things", set + "-a", "-p", "Text=before");
        String file = file("one.yaml", "type: Fairlead.Lab/things\nname: SET-a\nproperties: {Text: after}\n");

        Ran refused = apply(file);
        assertThat(refused.exit()).isEqualTo(Exit.INVALID.code());
        assertThat(refused.err())
                .contains("one.yaml:1:1: Fairlead.Lab/things/" + set + "-a: The resource exists already")
                .contains("--adopt takes it");

        Ran adopted = apply(file, "--adopt");
        assertThat(adopted.exit()).as(adopted.err()).isZero();
        assertThat(adopted.err()).contains("(adopted)", "/properties/Text: \"before\" -> \"after\"");
    }

    @Test
    void whatAListShowsIsTakenInAsItIs() throws IOException {
        shell.run("groups", set, "--make");
        shell.run("put", "Fairlead.Lab/things", set + "-a", "-g", set, "-p", "Text=a");
        shell.run("put", "Fairlead.Lab/things", set + "-b", "-g", set, "-p", "Text=b");
        String list = shell.run("list", "Fairlead.Lab/things", "-g", set, "-o", "json")
                .out();

        Ran ran = shell.typing(list).run("apply", "-", "--set", set, "--adopt");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("2 to adopt\n", "✓ set " + set + " is as the files say");
    }

    // -- failures ---------------------------------------------------------------------------------------------------

    @Test
    void allFaultsOfAllFilesAreToldAtOnceWithFileLineAndPointer() throws IOException {
        file("a.yaml", """
            type: Fairlead.Lab/things
            name: SET-a
            ---
            type: Fairlead.Lab/things
            name: SET-b
            properties:
              Number: many
            """);
        file("b.json", "[\n  {\"type\": \"Fairlead.Lab/nothings\", \"name\": \"c\"}\n]\n");

        Ran ran = apply(folder.toString());

        assertThat(ran.exit()).isEqualTo(Exit.INVALID.code());
        assertThat(ran.err())
                .contains("a.yaml:7:3: /properties/Number: expected number, found the string \"many\"")
                .contains("b.json:2:4: /type: there is no type 'Fairlead.Lab/nothings'");
        assertThat(isThere("a")).isFalse();
    }

    @Test
    void filesThatCanNotBeReadAreToldWithLineAndColumn() throws IOException {
        file("a.yaml", "a: [1\n---\n");
        file("b.json", "{\"a\": 1, \"a\": 2}");

        Ran ran = apply(folder.toString());

        assertThat(ran.exit()).isEqualTo(Exit.INVALID.code());
        assertThat(ran.err()).contains("a.yaml:2:1: ", "b.json:1:10: /a: expected each name once");
        assertThat(apply(file("none.yaml", "# nothing\n")).err()).contains("there is no resource in them");
        assertThat(apply("nowhere.yaml").exit()).isEqualTo(Exit.USAGE.code());
    }

    @Test
    void aFailureIsSaidAndWhatWasMadeIsGone() throws IOException {
        String file = file("one.yaml", """
            type: Fairlead.Lab/things
            name: SET-a
            ---
            type: Fairlead.Lab/things
            name: SET-b
            dependsOn: [SET-a]
            properties: {Fail: {On: create, Code: NotStabilized}}
            """);

        Ran ran = apply(file);

        assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
        assertThat(ran.err()).contains("error: set " + set + " is ROLLBACK_COMPLETE", "NotStabilized");
        assertThat(isThere("a")).isFalse();
        assertThat(apply(file, "--detailed-exitcode").exit()).isEqualTo(1);
    }
}
