package fairlead.cli.stack;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import fairlead.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackTest {

    private static final String PLACE = "?subscription=00000000-0000-0000-0000-000000000000&location=local";
    private static final String PLAN = "POST /fairlead/stacks/office/plan" + PLACE;
    private static final String PUT = "PUT /fairlead/stacks/office" + PLACE;
    private static final String HASH = "sha256:" + "a".repeat(64);
    private static final String ID = "01980000-0000-7000-8000-000000000001";
    private static final String BY_ID = "GET /fairlead/stacks/" + ID + PLACE;
    private static final String EVENTS = "GET /fairlead/stacks/" + ID + "/events" + PLACE;

    private static final String CHANGES = """
        {"stack":"office","plan":"%s","status":"CREATE_COMPLETE","change":"update","onlyAside":false,"nodes":[
          {"key":"Desk","type":"Fairlead::Lab::Thing","action":"add","needs":["Room"],"properties":[
            {"path":"/Text","unknown":true},{"path":"/Secret","secret":true},{"path":"/Number","after":3}]},
          {"key":"Room","type":"Fairlead::Lab::Rack","action":"replace","identifier":"rack-1","needs":[],"properties":[
            {"path":"/Height","before":4,"after":5,"effect":"replace","causes":[],"parameters":["Height"]}]},
          {"key":"Lamp","type":"Fairlead::Lab::Thing","action":"change","identifier":"thing-1","needs":["Room"],
           "properties":[{"path":"/Text","before":"rack-1","unknown":true,"causes":["Room"],"parameters":[]}]},
          {"key":"Old","type":"Fairlead::Lab::Thing","action":"remove","identifier":"thing-2","needs":[],"properties":[]},
          {"key":"Kept","type":"Fairlead::Lab::Thing","action":"keep","identifier":"thing-3","needs":[],"properties":[]}],
         "findings":[],"warnings":[]}\
        """.formatted(HASH);
    private static final String NEW = """
        {"stack":"office","plan":"%s","change":"create","onlyAside":false,"nodes":[
          {"key":"Desk","type":"Fairlead::Lab::Thing","action":"add","needs":[],"properties":[
            {"path":"/Text","after":"a"}]}],"findings":[],"warnings":[]}\
        """.formatted(HASH);
    private static final String NOTHING = """
        {"stack":"office","plan":"%s","change":"none","onlyAside":false,"nodes":[],"findings":[],"warnings":[]}\
        """.formatted(HASH);
    private static final String REFUSED =
            NEW.replace("\"findings\":[]", "\"findings\":[{\"node\":\"Desk\",\"message\":\"the quota is used up\"}]");

    @TempDir
    private Path folder = Path.of("");

    private ScriptedServer server;
    private Shell shell;
    private String file = "";

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server();
        shell = new Shell(server);
        Path template = folder.resolve("office.yaml");
        Files.writeString(template, "Resources: {}\n");
        file = template.toString();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String stack(String status, boolean busy, String more) {
        return """
            {"id":"%s","name":"office","language":"cloudformation","status":"%s","busy":%s,"operation":"op1",\
            "createdAt":"2026-11-01T11:57:00Z"%s}\
            """.formatted(ID, status, busy, more);
    }

    private static String events(String... newestFirst) {
        return "{\"value\":[" + String.join(",", newestFirst) + "]}";
    }

    private static String event(int second, String node, String status, String reason) {
        return """
            {"at":"2026-11-01T12:00:%02dZ",%s"status":"%s","reason":"%s","operation":"op1"}\
            """.formatted(second, node.isEmpty() ? "" : "\"node\":\"" + node + "\",", status, reason);
    }

    // -- plan -------------------------------------------------------------------------------------------------------

    @Test
    void aPlanShowsEachNodeAndWhyItIsReplaced() {
        server.on(PLAN, reply(200, CHANGES));

        Ran ran = shell.run("stack", "plan", file, "--parameter", "Height=5", "--tag", "team=blue");

        assertThat(ran.out()).isEqualTo("""
            The stack office would be updated:

            + Desk  Fairlead::Lab::Thing
                /Text: (known after apply)
                /Secret: (secret)
                /Number: 3
            ± Room  Fairlead::Lab::Rack  rack-1  (replaced)
                /Height: 4 -> 5  (replaces)
            ~ Lamp  Fairlead::Lab::Thing  thing-1
                /Text: "rack-1" -> (known after apply)  of Room
            - Old  Fairlead::Lab::Thing  thing-2

            1 to add, 1 to change, 1 to replace, 1 to remove, 1 to keep
            plan: %s
            """.formatted(HASH));
        assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
        var body = server.asked(PLAN).getFirst().json();
        assertThat(body.path("template").asString()).isEqualTo("Resources: {}\n");
        assertThat(body.at("/parameters/Height").asString()).isEqualTo("5");
        assertThat(body.at("/tags/team").asString()).isEqualTo("blue");
    }

    @Test
    void aPlanFitsTheTerminal() {
        server.on(PLAN, reply(200, CHANGES.replace("\"after\":3", "\"after\":\"" + "x".repeat(200) + "\"")));

        Ran ran = shell.on(new Terminal(false, true, true, 80, false)).run("stack", "plan", file);

        assertThat(ran.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void theExitCodeOfAPlanSaysWhetherAnythingWouldChange() {
        server.on(PLAN, reply(200, NOTHING));
        assertThat(shell.run("stack", "plan", file).exit()).isZero();
        assertThat(shell.run("stack", "plan", file, "--detailed-exitcode").exit())
                .isZero();

        server.on(PLAN, reply(200, CHANGES));
        assertThat(shell.run("stack", "plan", file).exit()).isEqualTo(1);
        assertThat(shell.run("stack", "plan", file, "--detailed-exitcode").exit())
                .isEqualTo(2);

        server.on(PLAN, reply(200, REFUSED));
        Ran refused = shell.run("stack", "plan", file);
        assertThat(refused.exit()).isEqualTo(Exit.INVALID.code());
        assertThat(refused.out()).contains("It would be refused:\n  Desk: the quota is used up\n");
        assertThat(shell.run("stack", "plan", file, "--detailed-exitcode").exit())
                .isEqualTo(1);

        server.on(PLAN, reply(400, """
            {"error":{"code":"ValidationFailed","message":"The template is wrong."}}\
            """));
        assertThat(shell.run("stack", "plan", file).exit()).isEqualTo(Exit.INVALID.code());
        assertThat(shell.run("stack", "plan", file, "--detailed-exitcode").exit())
                .isEqualTo(1);
    }

    @Test
    void aFileThatIsNotThereIsAMistake() {
        assertThat(shell.run("stack", "plan", "nowhere.yaml").exit()).isEqualTo(Exit.USAGE.code());
        assertThat(shell.run("stack", "plan", file, "--parameter", "Height").err())
                .contains("--parameter takes name=value");
        assertThat(shell.run("stack", "plan", "-").err()).contains("--name");
    }

    // -- deploy -----------------------------------------------------------------------------------------------------

    @Test
    void aDeployDoesWhatItsPlanShowsAndTellsEachEvent() {
        server.on(PLAN, reply(200, NEW));
        server.on(PUT, reply(202, stack("CREATE_IN_PROGRESS", true, "")));
        server.on(
                BY_ID,
                reply(200, stack("CREATE_IN_PROGRESS", true, "")),
                reply(200, stack("CREATE_COMPLETE", false, """
                    ,"outputs":[{"name":"Id","value":"thing-1"},{"name":"Word","secret":true}]\
                    """)));
        server.on(
                EVENTS,
                reply(200, events(event(1, "Desk", "CREATE_IN_PROGRESS", ""), event(0, "", "CREATE_IN_PROGRESS", ""))),
                reply(
                        200,
                        events(
                                event(3, "", "CREATE_COMPLETE", ""),
                                event(2, "Desk", "CREATE_COMPLETE", ""),
                                event(1, "Desk", "CREATE_IN_PROGRESS", ""),
                                event(0, "", "CREATE_IN_PROGRESS", ""))));

        Ran ran = shell.run("stack", "deploy", file);

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(server.asked(PUT).getFirst().header("X-fairlead-plan")).isEqualTo(HASH);
        assertThat(ran.err()).contains("""
            12:00:00  CREATE_IN_PROGRESS  (stack)
            12:00:01  CREATE_IN_PROGRESS  Desk
            12:00:02  CREATE_COMPLETE     Desk
            12:00:03  CREATE_COMPLETE     (stack)
            ✓ stack office is CREATE_COMPLETE
            """);
        assertThat(ran.out()).isEqualTo("""
            outputs:
              Id: thing-1
              Word: (secret)
            """);
    }

    @Test
    void aDeployThatFailsSaysWhatFailedFirst() {
        server.on(PLAN, reply(200, NEW));
        server.on(PUT, reply(202, stack("CREATE_IN_PROGRESS", true, "")));
        server.on(BY_ID, reply(200, stack("ROLLBACK_COMPLETE", false, "")));
        server.on(
                EVENTS,
                reply(
                        200,
                        events(
                                event(2, "Lamp", "CREATE_FAILED", "Resource creation cancelled"),
                                event(1, "Desk", "CREATE_FAILED", "no room"))));

        Ran ran = shell.run("stack", "deploy", file);

        assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
        assertThat(ran.err()).contains("error: stack office is ROLLBACK_COMPLETE\n  Desk: no room\n");
    }

    @Test
    void whatRemovesResourcesIsAskedForOrNeedsAYes() {
        server.on(PLAN, reply(200, CHANGES));
        server.on(PUT, reply(200, stack("UPDATE_COMPLETE", false, "")));

        Ran unasked = shell.run("stack", "deploy", file);
        assertThat(unasked.exit()).isEqualTo(Exit.USAGE.code());
        assertThat(unasked.err()).contains("add --yes or --plan " + HASH);

        Ran declined = shell.on(new Terminal(true, false, false, 80, false))
                .typing("n\n")
                .run("stack", "deploy", file);
        assertThat(declined.err()).contains("Deploy this? [y/N] nothing was done");
        assertThat(server.asked(PUT)).isEmpty();

        assertThat(shell.on(Terminal.none())
                        .run("stack", "deploy", file, "--yes")
                        .exit())
                .isZero();
        assertThat(server.asked(PUT)).hasSize(1);
    }

    @Test
    void whatWouldBeRefusedIsNotBegun() {
        server.on(PLAN, reply(200, REFUSED));

        assertThat(shell.run("stack", "deploy", file).exit()).isEqualTo(Exit.INVALID.code());
        assertThat(server.asked(PUT)).isEmpty();
    }

    // -- the others -------------------------------------------------------------------------------------------------

    @Test
    void aDeleteShowsWhatGoesAndWhatStays() {
        String nodes = """
            ,"nodes":[{"key":"Desk","type":"T","identifier":"thing-1","status":"CREATE_COMPLETE","onRemove":"delete"},
              {"key":"Room","type":"T","identifier":"rack-1","status":"CREATE_COMPLETE","onRemove":"retain"}]\
            """;
        server.on("GET /fairlead/stacks/office" + PLACE, reply(200, stack("CREATE_COMPLETE", false, nodes)));
        server.on("DELETE /fairlead/stacks/office" + PLACE, reply(202, stack("DELETE_IN_PROGRESS", true, "")));
        server.on(BY_ID, reply(200, stack("DELETE_COMPLETE", false, "")));
        server.on(EVENTS, reply(200, events()));

        assertThat(shell.run("stack", "delete", "office").exit()).isEqualTo(Exit.USAGE.code());
        Ran ran = shell.run("stack", "delete", "office", "--yes");

        assertThat(ran.exit()).isZero();
        assertThat(ran.err())
                .contains("- Desk  T  thing-1\n  Room  T  rack-1  (stays)\n")
                .contains("✓ stack office is DELETE_COMPLETE");
    }

    @Test
    void listsShowsAndTellsOfStacks() {
        server.on(
                "GET /fairlead/stacks" + PLACE,
                reply(200, "{\"value\":[" + stack("CREATE_COMPLETE", false, "") + "]}"));
        server.on("GET /fairlead/stacks/office" + PLACE, reply(200, stack("CREATE_COMPLETE", false, """
            ,"parameters":{"Height":"4"},"outputs":[{"name":"Id","value":"rack-1"}]\
            """)));
        server.on(
                "GET /fairlead/stacks/office/events" + PLACE,
                reply(200, events(event(2, "", "CREATE_COMPLETE", ""), event(1, "Desk", "CREATE_COMPLETE", ""))));

        assertThat(shell.run("stack", "list").out()).contains("office  CREATE_COMPLETE  cloudformation");
        assertThat(shell.run("stack", "show", "office").out())
                .contains("status: CREATE_COMPLETE\n", "  Height: 4\n", "  Id: rack-1\n");
        assertThat(shell.run("stack", "events", "office").out()).isEqualTo("""
            12:00:01  CREATE_COMPLETE     Desk
            12:00:02  CREATE_COMPLETE     (stack)
            """);
    }

    @Test
    void aGraphShowsWhatNeedsWhat() {
        server.on(PLAN, reply(200, CHANGES));

        assertThat(shell.run("stack", "graph", file).out()).isEqualTo("""
            Desk  Fairlead::Lab::Thing
            └─ Room  Fairlead::Lab::Rack
            Lamp  Fairlead::Lab::Thing
            └─ Room  Fairlead::Lab::Rack
            Kept  Fairlead::Lab::Thing
            """);
        assertThat(shell.run("stack", "graph", file, "-o", "mermaid").out()).contains("  Desk --> Room\n");
        assertThat(shell.run("stack", "graph", file, "-o", "dot").out()).contains("  \"Desk\" -> \"Room\";\n");
    }
}
