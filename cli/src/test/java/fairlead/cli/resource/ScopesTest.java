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
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What is done to the places in which resources are: locks, tags, moves, locations.
class ScopesTest {

    private static final String SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000000";
    private static final String V2021 = "?api-version=2021-04-01";

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

    @Nested
    class Locks {

        private static final String LOCKS = "/providers/Microsoft.Authorization/locks";
        private static final String VERSION = "?api-version=2016-09-01";
        private static final String KEEP = "{\"id\":\"" + Lab.GROUP + LOCKS
                + "/keep\",\"name\":\"keep\",\"properties\":" + "{\"level\":\"CanNotDelete\",\"notes\":\"in use\"}}";

        @Test
        void areListedWithWhatTheyAreOn() {
            server.on("GET " + Lab.GROUP + LOCKS + VERSION, reply(200, "{\"value\":[" + KEEP + "]}"));

            assertThat(shell.run("lock").out())
                    .contains("keep  delete")
                    .contains("in use")
                    .contains(Lab.GROUP);
        }

        @Test
        void areSetOnAResource() {
            String path = Lab.THINGS + "/a" + LOCKS + "/keep" + VERSION;
            server.on("PUT " + path, reply(201, KEEP));

            Ran ran = shell.run(
                    "lock", "keep", "--forbid", "delete", "--notes", "in use", "--on", "Fairlead.Lab/things", "a");

            assertThat(ran.err()).isEqualTo("✓ lock keep set: it forbids delete\n");
            assertThat(server.asked.getLast().json().toString())
                    .isEqualTo("{\"properties\":{\"level\":\"CanNotDelete\",\"notes\":\"in use\"}}");
        }

        @Test
        void areRemovedFromASubscription() {
            server.on("DELETE " + SUBSCRIPTION + LOCKS + "/keep" + VERSION, reply(200, ""));

            assertThat(shell.run("lock", "keep", "--remove", "--whole-subscription")
                            .err())
                    .isEqualTo("✓ lock keep removed\n");
        }

        @Test
        void needANameToBeChanged() {
            assertThat(shell.run("lock", "--remove").exit()).isEqualTo(2);
            assertThat(shell.run("lock", "keep", "--remove", "--forbid", "change")
                            .exit())
                    .isEqualTo(2);
        }
    }

    @Nested
    class Tags {

        private static final String TAGS = "/providers/Microsoft.Resources/tags/default" + V2021;

        @Test
        void areShown() {
            server.on("GET " + Lab.GROUP + TAGS, reply(200, "{\"properties\":{\"tags\":{\"env\":\"dev\"}}}"));

            assertThat(shell.run("tags").out()).isEqualTo("NAME  VALUE\nenv   dev\n");
        }

        @Test
        void areChangedOneByOne() {
            String path = Lab.THINGS + "/a" + TAGS;
            server.on("PATCH " + path, reply(200, "{}"));
            server.on("GET " + path, reply(200, "{\"properties\":{\"tags\":{\"env\":\"live\"}}}"));

            Ran ran = shell.run(
                    "tags",
                    "--on",
                    "Fairlead.Lab/things",
                    "a",
                    "--set",
                    "env=live",
                    "--remove",
                    "team",
                    "--remove",
                    "a=1");

            assertThat(ran.exit()).isZero();
            assertThat(server.asked("PATCH " + path).getFirst().json().toString())
                    .isEqualTo("{\"operation\":\"Delete\",\"properties\":{\"tags\":{\"team\":\"\",\"a\":\"1\"}}}");
            assertThat(server.asked("PATCH " + path).getLast().json().toString())
                    .isEqualTo("{\"operation\":\"Merge\",\"properties\":{\"tags\":{\"env\":\"live\"}}}");
        }

        @Test
        void inUseAreCounted() {
            server.on("GET " + SUBSCRIPTION + "/tagNames" + V2021, reply(200, """
                {"value":[{"tagName":"env","count":{"type":"Total","value":3},
                  "values":[{"tagValue":"dev"},{"tagValue":"live"}]}]}\
                """));

            assertThat(shell.run("tags", "--in-use").out())
                    .isEqualTo("NAME  RESOURCES  VALUES\nenv           3  dev, live\n");
        }
    }

    @Nested
    class Moves {

        @Test
        void areFollowedToTheirEnd() {
            server.on("POST " + Lab.GROUP + "/moveResources" + V2021, Lab.accepted(202, ""));
            server.on("GET " + Lab.OPERATION, Lab.operation("Succeeded", ""));

            Ran ran = shell.run("move", "Fairlead::Lab::Thing", "a", "b", "--to", "blue");

            assertThat(ran.err()).endsWith("✓ 2 resources moved to blue\n");
            assertThat(server.asked("POST " + Lab.GROUP + "/moveResources" + V2021)
                            .getFirst()
                            .json()
                            .toString())
                    .isEqualTo("{\"targetResourceGroup\":\"" + SUBSCRIPTION + "/resourceGroups/blue\",\"resources\":[\""
                            + Lab.THINGS + "/a\",\"" + Lab.THINGS + "/b\"]}");
        }

        @Test
        void canBeCheckedBefore() {
            server.on("POST " + Lab.GROUP + "/validateMoveResources" + V2021, reply(204, ""));

            assertThat(shell.run("move", "Fairlead::Lab::Thing", "a", "--to", "blue", "--check")
                            .err())
                    .isEqualTo("✓ a can be moved to blue\n");
        }
    }

    @Test
    void locationsAreListed() {
        server.on(
                "GET " + SUBSCRIPTION + "/locations" + V2021,
                reply(200, "{\"value\":[{\"name\":\"north\",\"displayName\":\"north\"}]}"));

        assertThat(shell.run("location").out()).isEqualTo("NAME   SHOWN AS\nnorth  north\n");
    }

    @Test
    void groupsAreFilteredByATag() {
        server.on(
                "GET " + SUBSCRIPTION + "/resourcegroups" + V2021
                        + "&$filter=tagName%20eq%20%27env%27%20and%20tagValue%20eq%20%27dev%27",
                reply(200, "{\"value\":[]}"));

        assertThat(shell.run("group", "--tag", "env=dev").exit()).isZero();
    }
}
