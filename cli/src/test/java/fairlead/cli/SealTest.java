package fairlead.cli;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell.Ran;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SealTest {

    private static final String STATUS = """
        {"state": "Draining", "message": "waiting for what was under way", "source": "the sealing key in /x",
         "beganAt": "2026-11-01T12:00:00Z", "resealed": 17, "operations": 2, "waitsFor": [],
         "keys": [
          {"fingerprint": "aa", "since": "2026-11-01T12:00:00Z", "primary": false, "values": 0, "inSource": true},
          {"fingerprint": "bb", "since": "2026-11-01T12:00:00Z", "primary": true, "values": 17, "inSource": true},
          {"fingerprint": "cc", "since": "2026-11-01T12:00:00Z", "primary": false, "values": 0, "inSource": false,
           "droppedAt": "2026-11-01T12:00:00Z"}]}
        """;

    @Test
    void rotatesAndSaysHowFarThatIs() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            server.on("POST /fairlead/seal/rotate", reply(202, STATUS));
            Ran ran = new Shell(server.url()).run("seal", "rotate");
            assertThat(ran.exit()).isZero();
            assertThat(ran.out().lines().map(line -> line.replaceAll(" +", " ")))
                    .anyMatch(line -> line.startsWith("aa ") && line.contains(" opens 0 yes"))
                    .anyMatch(line -> line.startsWith("bb ") && line.contains(" seals 17 yes"))
                    .anyMatch(line -> line.startsWith("cc ") && line.contains(" dropped 0 no"));
            assertThat(ran.err())
                    .contains("waiting for what was under way", "17 values are sealed anew", "2 operations of before");
        }
    }

    @Test
    void saysThatThereWasNoRotationYet() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            server.on("GET /fairlead/seal", reply(200, "{\"state\": \"None\", \"keys\": []}"));
            assertThat(new Shell(server.url()).run("seal", "status").err()).contains("no rotation yet");
        }
    }

    @Test
    void makesAKeysetAndPutsAKeyIntoOne() {
        Ran first = new Shell("http://localhost:1").run("seal", "add-key");
        assertThat(first.exit()).isZero();
        assertThat(first.out()).contains("primaryKeyId").containsOnlyOnce("keyData");
    }
}
