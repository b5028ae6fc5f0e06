package fairlead.cli.resource;

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

class GroupsTest {

    private static final String GROUPS = "/subscriptions/00000000-0000-0000-0000-000000000000/resourcegroups";
    private static final String VERSION = "?api-version=2021-04-01";
    private static final String BLUE = "{\"name\":\"blue\",\"location\":\"local\",\"tags\":{\"env\":\"dev\"}}";

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
        server.on("GET " + GROUPS + VERSION, reply(200, "{\"value\":[" + BLUE + "]}"));

        assertThat(shell.run("groups").out()).isEqualTo("NAME  LOCATION  TAGS\nblue  local     env=dev\n");
    }

    @Test
    void areMade() {
        server.on("PUT " + GROUPS + "/blue" + VERSION, reply(201, BLUE));

        Ran ran = shell.run("groups", "blue", "--make", "-o", "json");

        assertThat(ran.out()).isEqualTo(BLUE + "\n");
        assertThat(ran.err()).isEqualTo("✓ group blue made\n");
        assertThat(server.asked.getLast().json().toString()).isEqualTo("{\"location\":\"local\"}");
    }

    @Test
    void areDeleted() {
        server.on("DELETE " + GROUPS + "/blue" + VERSION, reply(200, ""));

        assertThat(shell.run("groups", "blue", "--delete", "--yes").err()).isEqualTo("✓ group blue deleted\n");
    }

    @Test
    void areNotDeletedUnaskedWhereNoUserCanAnswer() {
        Ran ran = shell.run("groups", "blue", "--delete");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("Delete the group blue and everything in it?");
        assertThat(server.asked).isEmpty();
    }

    @Test
    void areGoneOnlyWhenTheirDeletionHasEnded() {
        String operation = "/subscriptions/s/providers/Microsoft.Resources/locations/local/operationStatuses/o";
        server.on(
                "DELETE " + GROUPS + "/blue" + VERSION,
                reply(202, "").with("Azure-AsyncOperation", operation + "?api-version=2021-04-01"));
        server.on("GET " + operation + "?api-version=2021-04-01", reply(200, """
            {"status":"Failed","error":{"code":"ResourceGroupDeletionBlocked","message":"1 resource is left.","details":[
              {"code":"AccessDenied","target":"/a","message":"It is locked away."}]}}\
            """));

        Ran ran = shell.run("groups", "blue", "--delete", "--yes");

        assertThat(ran.exit()).isNotZero();
        assertThat(ran.err()).contains("1 resource is left.").contains("/a  AccessDenied  It is locked away.");
    }

    @Test
    void areNotMadeAndDeletedAtOnce() {
        assertThat(shell.run("groups", "blue", "--make", "--delete").exit()).isEqualTo(2);
        assertThat(shell.run("groups", "--make").err()).isEqualTo("error: the name of the group is missing\n");
    }

    @Test
    void thatAreMissingAreHintedAt() {
        String error = "{\"error\":{\"code\":\"ResourceGroupNotFound\",\"message\":\"No group.\"}}";
        server.on("PUT " + Lab.A.replace("/default/", "/blue/"), reply(404, error));

        Ran ran = shell.run("put", "Fairlead::Lab::Thing", "a", "-g", "blue");

        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.err()).contains("'fairlead groups NAME --make' makes a group");
    }
}
