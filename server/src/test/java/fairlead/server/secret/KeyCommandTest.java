package fairlead.server.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A keyset that a command prints.
class KeyCommandTest {

    @TempDir
    private Path folder;

    @Test
    void isWhatTheCommandPrints() throws IOException {
        String keyset = Vault.newKeyset();
        Path file = Files.writeString(folder.resolve("keyset"), keyset);
        assertThat(new KeyCommand("cat " + file).read()).contains(keyset);
        assertThat(new KeyCommand("cat " + file).changedBy()).isPresent();
    }

    @Test
    void isMissingIfTheCommandPrintsNothing() {
        KeyCommand command = new KeyCommand("true");
        assertThat(command.read()).isEmpty();
        assertThatThrownBy(() -> command.make(Vault.newKeyset()))
                .isInstanceOf(SealKeyException.class)
                .hasMessageContaining("has printed nothing")
                .hasMessageContaining("fairlead seal add-key");
    }

    @Test
    void saysHowTheCommandHasFailedAndNotWhichItWas() {
        assertThatThrownBy(() -> new KeyCommand("echo password=x >/dev/null; echo 'no such entry' >&2; exit 3").read())
                .isInstanceOf(SealKeyException.class)
                .hasMessageEndingWith("the command ended with status 3: no such entry")
                .hasMessageNotContaining("password");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"key\": 1}", "token s.0123456789abcdef0123456789abcdef refused"})
    void doesNotTellWhatMayBeAKey(String complaint) {
        assertThatThrownBy(() -> new KeyCommand("echo '" + complaint + "' >&2; exit 1").read())
                .hasMessageEndingWith("status 1 (what it said is not shown, since it may be secret)");
    }

    @Test
    void isNotWaitedForLongerThanItsLimit() {
        assertThatThrownBy(() -> new KeyCommand("sleep 60", Duration.ofSeconds(1)).read())
                .isInstanceOf(SealKeyException.class)
                .hasMessageEndingWith("the command has not ended within 1 seconds");
    }
}
