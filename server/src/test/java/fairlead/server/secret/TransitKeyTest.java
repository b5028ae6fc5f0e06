package fairlead.server.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.testing.SettableClock;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.secret.KeyRotation.Begun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A keyset that is wrapped by a key of Vault's transit engine.
class TransitKeyTest {

    @TempDir
    private Path folder;

    private FakeVault vault;
    private Path file;
    private Path token;
    private Database database;
    private final SettableClock clock = SettableClock.atNoon();

    @BeforeEach
    void begin() throws IOException {
        vault = new FakeVault();
        file = folder.resolve("seal.key");
        token = Files.writeString(folder.resolve("token"), FakeVault.TOKEN + "\n");
        database = SqliteDatabase.open(folder.resolve("fairlead.db"));
        Migrations.apply(database, clock);
    }

    @AfterEach
    void end() {
        database.close();
        vault.close();
    }

    private KeySource source() {
        return new TransitKey(new KeyFile(file), new VaultServer(vault.address(), token), "transit", "fairlead");
    }

    private KeyRing start() {
        return new Keys(database, clock).ring(source());
    }

    @Test
    void isMadeWrappedAndTakenAtTheNextStart() throws IOException {
        byte[] sealed = new Vault(start()).seal("{}".getBytes(StandardCharsets.UTF_8), "owner");
        assertThat(Files.readString(file)).contains("vault:v1:").doesNotContain("keyData", "primaryKeyId");
        assertThat(new Vault(start()).open(sealed, "owner")).asString().isEqualTo("{}");
    }

    @Test
    void isWrappedWhereItLayInClear() throws IOException {
        KeyRing clear = new Keys(database, clock).ring(new KeyFile(file));
        byte[] sealed = new Vault(clear).seal("{}".getBytes(StandardCharsets.UTF_8), "owner");
        assertThat(new Vault(start()).open(sealed, "owner")).asString().isEqualTo("{}");
        assertThat(Files.readString(file)).contains("vault:v1:").doesNotContain("keyData");
    }

    @Test
    void isNotTakenForAnotherWithoutIt() {
        start();
        assertThatThrownBy(() -> new Keys(database, clock).in(new KeyFile(file)))
                .isInstanceOf(SealKeyException.class)
                .hasMessageContaining("serve with --key-transit");
    }

    @Test
    void isNoStartIfVaultRefuses() throws IOException {
        start();
        Files.writeString(token, "s.other");
        assertThatThrownBy(this::start)
                .isInstanceOf(SealKeyException.class)
                .hasMessageContaining("wrapped by the key transit/fairlead of the Vault at " + vault.address())
                .hasMessageEndingWith("has answered 403: permission denied")
                .hasMessageNotContaining("s.other");
        vault.close();
        Files.writeString(token, FakeVault.TOKEN);
        assertThatThrownBy(this::start).hasMessageContaining("does not answer");
    }

    @Test
    void isRotatedWrapped() throws IOException {
        KeyRing keys = start();
        Vault sealing = new Vault(keys);
        String before = keys.primary();
        byte[] sealed = sealing.seal("{}".getBytes(StandardCharsets.UTF_8), "owner");
        KeyRotation rotation = new KeyRotation(keys, sealing, clock, "node", (_, _) -> {});

        vault.beSealed(true);
        assertThat(rotation.rotate((_, _) -> {}))
                .isInstanceOfSatisfying(
                        Begun.Refused.class,
                        refused -> assertThat(refused.why()).contains("503: Vault is sealed"));
        vault.beSealed(false);
        assertThat(rotation.rotate((_, _) -> {})).isInstanceOf(Begun.Started.class);
        for (int i = 0; i < 100; i++) {
            if (!rotation.step().isZero()) {
                clock.advance(Duration.ofMinutes(1));
            }
        }

        assertThat(rotation.status().phase()).contains(Phase.DONE);
        assertThat(keys.primary()).isNotEqualTo(before);
        assertThat(sealing.open(sealed, "owner")).asString().isEqualTo("{}");
        assertThat(Files.readString(file)).contains("vault:v1:").doesNotContain("keyData");
        assertThat(start().primary()).isEqualTo(keys.primary());
    }
}
