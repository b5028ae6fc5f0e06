package fairlead.cli.resource;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WhatIfTest {

    private static final String ASK = "POST " + Lab.A.replace("?", "/whatIf?");

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
    void showsEachChangeAndItsEffect() {
        server.on(ASK, reply(200, """
            {"resourceId":"/a","changeType":"Modify","callsHandler":true,"delta":[
              {"op":"replace","path":"/Text","value":"b","effect":"no-interruption"}]}\
            """));

        Ran ran = shell.run("what-if", "Fairlead::Lab::Thing", "a", "-p", "Text=b");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out())
                .contains("would be updated in place:")
                .contains("replace")
                .contains("/Text");
    }

    @Test
    void endsInFailureWhereTheRequestWould() {
        server.on(ASK, reply(200, """
            {"resourceId":"/a","changeType":"Replace","delta":[],"status":409,"error":{"code":"PropertyChangeNotAllowed",
              "message":"Create-only properties differ.","details":[{"target":"/properties/Flavor","message":"create-only"}]}}\
            """));

        Ran ran = shell.run("what-if", "Fairlead::Lab::Thing", "a", "-p", "Flavor=Sour");

        assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
        assertThat(ran.out())
                .contains("would have to be replaced, which takes --replace:")
                .contains("/properties/Flavor  create-only");
    }
}
