package fairlead.cli.smithy;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.session.Exit;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Resources by their ARNs, and what they refer to.
class ArnTest {

    private static final String ARN = "arn:aws:fairlead-lab:local:000000000000:thing/a";
    private static final String QUESTION =
            "GET /fairlead/resources?arn=arn%3Aaws%3Afairlead-lab%3Alocal%3A000000000000%3Athing%2Fa";
    private static final String FOUND =
            "{\"id\": \"" + Lab.THINGS + "/a\", \"armType\": \"Fairlead.Lab/things\", \"arn\": \"" + ARN + "\"}";
    private static final String GRAPH = """
        {"value": [
          {"id": "%s/a", "references": [
            {"pointer": "/Next", "value": "b", "state": "live", "targets": ["%s/b"]},
            {"pointer": "/Role", "value": "arn:aws:iam::1:role/r", "typeName": "AWS::IAM::Role", "state": "foreign",
             "targets": []}]},
          {"id": "%s/b", "references": []}]}
        """.formatted(Lab.THINGS, Lab.THINGS, Lab.THINGS);

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server()
                .on("GET " + Lab.A, reply(200, Lab.thing("Succeeded")).with("x-fairlead-arn", ARN))
                .on(
                        "GET /fairlead/graph?subscription=00000000-0000-0000-0000-000000000000&group=default",
                        reply(200, GRAPH));
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void namesAResource() {
        server.on(QUESTION, reply(200, "{\"value\": [" + FOUND + "]}"));

        assertThat(shell.run("get", ARN).out()).contains("Name").contains("ARN").contains(ARN);
    }

    @Test
    void thatMeansSeveralIsRefused() {
        server.on(QUESTION, reply(200, "{\"value\": [" + FOUND + "," + FOUND + "]}"));

        Shell.Ran ran = shell.run("get", ARN);

        assertThat(ran.exit()).isEqualTo(Exit.USAGE.code());
        assertThat(ran.err()).contains("means several");
    }

    @Test
    void isNotNeededWhereThereIsAName() {
        assertThat(shell.run("get", "things").err()).contains("NAME");
    }

    @Test
    void leadsFromOneResourceToTheNext() {
        assertThat(shell.run("graph", "-g", "default").out()).isEqualTo("""
            Fairlead.Lab/things/a
              /Next -> Fairlead.Lab/things/b
              /Role -> arn:aws:iam::1:role/r of AWS::IAM::Role (foreign)
            """);
    }

    @Test
    void isAnEdgeForGraphviz() {
        assertThat(shell.run("graph", "-g", "default", "-o", "dot").out())
                .contains("\"Fairlead.Lab/things/a\" -> \"Fairlead.Lab/things/b\" [label=\"/Next\"];")
                .contains("style=dashed");
    }
}
