package fairlead.cli;

import static fairlead.cli.ScriptedServer.hangUp;
import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell.Ran;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorsTest {

    private static final String PUT_A = "PUT " + Lab.A;
    private static final String GET_A = "GET " + Lab.A;

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

    @ParameterizedTest
    @CsvSource({"400,5", "401,7", "403,7", "404,3", "409,4", "412,4", "413,5", "422,5", "429,6", "500,8", "503,6"})
    void eachStatusHasItsExitCode(int status, int exit) {
        server.on(GET_A, reply(status, "{\"error\":{\"code\":\"Some\",\"message\":\"No.\"}}"));

        assertThat(shell.run("get", "Fairlead::Lab::Thing", "a").exit()).isEqualTo(exit);
    }

    @Test
    void anEmptyNameOfAnOperationIsAWrongUse() {
        Ran ran = shell.run("operations", "", "--watch");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("an operation's name is expected, found an empty one");
    }

    @Test
    void sayEverythingThatIsWrongAndWhere() {
        server.on(PUT_A, reply(400, """
            {"error":{"code":"InvalidResource","message":"2 properties are not valid.","details":[
              {"code":"Type","target":"/properties/Size","message":"Expected an integer, found \\"x\\"."},
              {"code":"Group","message":"","details":[
                {"code":"Required","target":"/properties/Kind","message":"Missing."}]}]}}\
            """).with("x-ms-request-id", "r-42"));

        Ran ran = shell.run("put", "Fairlead::Lab::Thing", "a", "-p", "Size=\"x\"");

        assertThat(ran.exit()).isEqualTo(5);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).isEqualTo("""
            error: 2 properties are not valid. (InvalidResource, 400)
              /properties/Size  Type  Expected an integer, found "x".
              /properties/Kind  Required  Missing.
              request r-42 (PUT %s/a)
            """.formatted(Lab.THINGS));
    }

    @Test
    void showNothingThatSteersATerminal() {
        server.on(GET_A, reply(400, "{\"error\":{\"code\":\"X\",\"message\":\"a\\u001b[31mb\\nc\"}}"));

        assertThat(shell.run("get", "Fairlead::Lab::Thing", "a").err()).isEqualTo("error: a\uFFFD[31mb c (X, 400)\n");
    }

    @Test
    void sayWhatAnAnswerThatIsNoneWas() {
        server.on(GET_A, reply(502, "<html>"));

        assertThat(shell.run("get", "Fairlead::Lab::Thing", "a").err())
                .isEqualTo("error: The server answered 502 to GET " + Lab.THINGS + "/a\n");
    }

    @Nested
    class AServerThatIsNotThere {
        @Test
        void isSaidAtOnce() {
            server.close();

            Ran ran = shell.run("types");

            assertThat(ran.exit()).isEqualTo(6);
            assertThat(ran.err()).startsWith("error: No server answers at http://127.0.0.1:");
            assertThat(shell.pauses).isEmpty();
        }

        @Test
        void isAMistakeWhenItIsNoUrl() {
            Ran ran = shell.run("types", "--server", "ftp://x");

            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err()).startsWith("error: 'ftp://x' is no server");
        }
    }

    @Nested
    class ABusyServer {
        @Test
        void isAskedAgainWhenItSaid() {
            server.on(
                    GET_A, reply(429, "").with("Retry-After", "7"), reply(503, ""), reply(200, Lab.thing("Succeeded")));

            assertThat(shell.run("get", "Fairlead::Lab::Thing", "a").exit()).isZero();
            assertThat(shell.pauses).containsExactly(Duration.ofSeconds(7), Duration.ofMillis(400));
        }

        @Test
        void isLeftAloneInTheEnd() {
            server.on(GET_A, reply(503, ""));

            assertThat(shell.run("get", "Fairlead::Lab::Thing", "a").exit()).isEqualTo(6);
            assertThat(server.asked(GET_A)).hasSize(5);
        }
    }

    @Nested
    class ALostAnswer {
        @Test
        void isAskedForAgainWhereThatIsTheSame() {
            server.on(PUT_A, hangUp(), reply(200, Lab.thing("Succeeded")));

            assertThat(shell.run("put", "Fairlead::Lab::Thing", "a").exit()).isZero();
            assertThat(server.asked(PUT_A)).hasSize(2);
        }

        @Test
        void isNotAskedForAgainWhereItMayBeAnother() {
            server.on("PATCH " + Lab.A, hangUp());
            server.on(PUT_A, hangUp());

            Ran patch = shell.run("patch", "Fairlead::Lab::Thing", "a", "-p", "Size=1");
            Ran create = shell.run("put", "Fairlead::Lab::Thing", "a", "--if-none-match");

            assertThat(patch.exit()).isEqualTo(6);
            assertThat(patch.err()).contains("the server may have carried the request out");
            assertThat(create.exit()).isEqualTo(6);
            assertThat(server.asked("PATCH " + Lab.A)).hasSize(1);
            assertThat(server.asked(PUT_A)).hasSize(1);
        }
    }

    @Nested
    class TheCommandLine {
        @Test
        void isExplainedInTwoLines() {
            Ran ran = shell.run("unregister");

            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err())
                    .isEqualTo("error: Missing required parameter: 'TYPE'\nSee 'fairlead unregister --help'.\n");
        }

        @Test
        void saysWhichNameIsMissing() {
            Ran ran = shell.run("put", "Fairlead::Lab::Thing");

            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err()).contains("NAME");
        }

        @Test
        void isCorrectedWhereItIsNearlyRight() {
            Ran ran = shell.run("operation");

            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err()).contains("Did you mean: operations");
        }
    }
}
