package fairlead.cli.event;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchTest {

    private static final String ALL =
            "GET /fairlead/watch?scope=%2Fsubscriptions%2F00000000-0000-0000-0000-000000000000";

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

    private static String page(String next, String... changes) {
        StringBuilder events = new StringBuilder();
        for (String change : changes) {
            events.append(events.isEmpty() ? "" : ",")
                    .append("{\"id\":\"h-1\",\"time\":\"2026-11-21T11:00:00.125Z\",\"kind\":\"resource\",\"change\":\"")
                    .append(change)
                    .append("\",\"resourceId\":\"/subscriptions/s/x/one\"}");
        }
        return "{\"events\":[" + events + "],\"next\":\"" + next + "\"}";
    }

    @Test
    void showsALineForEachEventPageAfterPage() {
        server.on(ALL + "&wait=0", reply(200, page("h-1", "Creating")));
        server.on(ALL + "&wait=30&from=h-1", reply(200, page("h-2")));
        server.on(ALL + "&wait=30&from=h-2", reply(200, page("h-3", "Succeeded", "Tagged")));

        Ran ran = shell.run("watch", "--count=2");

        assertThat(ran.out().lines())
                .containsExactly(
                        "11:00:00.125  resource   Creating    /subscriptions/s/x/one",
                        "11:00:00.125  resource   Succeeded   /subscriptions/s/x/one");
    }

    @Test
    void asksForAPartFromAPlaceOn() {
        server.on(
                ALL
                        + "%2FresourceGroups%2Fdefault&type=Fairlead%3A%3ALab%3A%3AThing&kind=resource&change=Deleted%2CFailed"
                        + "&wait=0&from=oldest",
                reply(200, page("h-1", "Deleted")));

        Ran ran = shell.run(
                "watch",
                "default",
                "--type=Fairlead::Lab::Thing",
                "--kind=resource",
                "--change=Deleted",
                "--change=Failed",
                "--from=oldest",
                "--count=1",
                "-o",
                "json");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).startsWith("{\"id\":\"h-1\",").endsWith("}\n");
    }

    @Test
    void saysThatTheHistoryIsGone() {
        server.on(
                ALL + "&wait=0&from=h-1",
                reply(410, "{\"error\":{\"code\":\"WatchHistoryGone\",\"message\":\"It is no longer kept.\"}}"));
        assertThat(shell.run("watch", "--from=h-1").err()).contains("It is no longer kept.", "WatchHistoryGone, 410");
    }
}
