package fairlead.cli;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell.Ran;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    private static final String CERTIFICATE =
            Lab.GROUP + "/providers/Fairlead.Pki/authorities/ca/certificates/web" + Lab.VERSION;

    private static final String NOT_FOUND =
            "{\"error\": {\"code\": \"ResourceNotFound\", \"message\": \"The resource was not found.\"}}";

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server()
                .on("GET " + Lab.A, reply(200, Lab.thing("Succeeded")))
                .on("GET " + CERTIFICATE, reply(200, "{}"));
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Fairlead::Lab::Thing", "fairlead::lab::thing", "Fairlead.Lab/things", "fairlead.lab/THINGS"})
    void ofATypeAreEqual(String type) {
        assertThat(shell.run("get", type, "a").exit()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"certificates", "Certificate"})
    void ofATypeMayBeShortWhereThatIsClear(String type) {
        assertThat(shell.run("get", type, "ca/web").exit()).isZero();
    }

    @Test
    void thatMayBeTwoTypesAreRefused() {
        Ran ran = shell.run("get", "things", "a");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).isEqualTo("error: things may be Fairlead::Lab::Thing or Other::Lab::Thing\n");
    }

    @Test
    void thatAreNoTypeAreNotFound() {
        Ran ran = shell.run("get", "Fairlead::Lab::Unheard", "a");

        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.err())
                .isEqualTo("error: there is no type Fairlead::Lab::Unheard; 'fairlead types' lists them\n");
    }

    @ParameterizedTest
    @CsvSource({
        "Fairlead::Lab::Thng,Fairlead::Lab::Thing",
        "fairlead.lab/thing,Fairlead.Lab/things",
        "Certifcate,Certificate"
    })
    void thatAreAlmostATypeAreNotFoundAndTellIt(String name, String meant) {
        Ran ran = shell.run("get", name, "a");

        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.err()).isEqualTo("error: there is no type " + name + "; did you mean '" + meant + "'?\n");
    }

    @Test
    void thatAreAlmostAResourceAreNotFoundAndTellIt() {
        String frist = Lab.A.replaceFirst("/a\\?", "/frist?");
        server.on("GET " + frist, reply(404, NOT_FOUND))
                .on("DELETE " + frist, reply(204, ""))
                .on(
                        "GET " + Lab.A.replaceFirst("/a\\?", "?"),
                        reply(200, "{\"value\": [{\"name\": \"last\"}, {\"name\": \"first\"}]}"));

        assertThat(shell.run("get", "Fairlead::Lab::Thing", "frist").err()).contains("did you mean 'first'?");
        assertThat(shell.run("delete", "Fairlead::Lab::Thing", "frist", "-y").err())
                .contains("was not there", "did you mean 'first'?");
    }

    @Test
    void thatAreLikeNoResourceAreNotFoundAndTellNone() {
        server.on("GET " + Lab.A, reply(404, NOT_FOUND))
                .on("GET " + Lab.A.replaceFirst("/a\\?", "?"), reply(403, "{}"));

        Ran ran = shell.run("get", "Fairlead::Lab::Thing", "a");

        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.err()).contains("ResourceNotFound").doesNotContain("did you mean");
    }

    @Test
    void ofParentsComeFirst() {
        assertThat(shell.run("get", "certificates", "web", "--parent", "ca").exit())
                .isZero();
    }

    @Test
    void areCounted() {
        Ran ran = shell.run("get", "certificates", "web");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err())
                .isEqualTo("error: Fairlead.Pki/authorities/certificates takes 2 names"
                        + " (NAME of the shape authorities/certificates), found web\n");
    }

    @Test
    void areEncodedInTheUrl() {
        server.on("GET " + Lab.THINGS + "/a%20b%3F" + Lab.VERSION, reply(200, "{}"));

        assertThat(shell.run("get", "Fairlead::Lab::Thing", "a b?").exit()).isZero();
    }

    @Test
    void ofGroupAndSubscriptionComeFromOptionsThenTheEnvironment() {
        String path = "GET /subscriptions/s1/resourceGroups/g2/providers/Fairlead.Lab/things/a" + Lab.VERSION;
        server.on(path, reply(200, "{}"));
        shell.variable("FAIRLEAD_SUBSCRIPTION", "s1").variable("FAIRLEAD_GROUP", "g1");

        assertThat(shell.run("get", "Fairlead::Lab::Thing", "a", "-g", "g2").exit())
                .isZero();
    }

    @Test
    void withAnApiVersionNeedNoQuestion() {
        server.on("GET " + Lab.THINGS + "/a?api-version=2025-01-01", reply(200, "{}"));

        assertThat(shell.run("get", "Fairlead.Lab/things", "a", "--api-version", "2025-01-01")
                        .exit())
                .isZero();
        assertThat(server.asked("GET /fairlead/types")).isEmpty();
    }
}
