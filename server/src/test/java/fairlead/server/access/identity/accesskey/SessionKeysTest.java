package fairlead.server.access.identity.accesskey;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.testing.SettableClock;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.Subject;
import fairlead.server.access.identity.CredentialUses;
import fairlead.server.access.identity.accesskey.AccessKeys.Found;
import fairlead.server.access.role.CurrentRules;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.secret.KeyRing;
import fairlead.server.secret.KeyRotation;
import fairlead.server.secret.KeyRow;
import fairlead.server.secret.KeySource;
import fairlead.server.secret.Keys;
import fairlead.server.secret.Phase;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

/// Temporary keys: how long they are good, and on which nodes.
class SessionKeysTest {

    private static final String KEYSET = Vault.newKeyset();
    private static final Principal ROLE = new Principal("deploy", "Application", new UUID(1, 2));

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.atNoon();
    private Database database;
    private AccessKeys keys;

    @BeforeEach
    void start() {
        database = SqliteDatabase.open(folder.resolve("fairlead.db"));
        Migrations.apply(database, clock);
        keys = node();
    }

    @AfterEach
    void stop() {
        database.close();
    }

    private AccessKeys node() {
        return node(new Vault(() -> KEYSET));
    }

    private AccessKeys node(Vault vault) {
        return new AccessKeys(
                database,
                new CurrentRules(database, clock),
                new AuditTrail(),
                new CredentialUses(database, clock),
                vault,
                clock,
                SessionKeysTest::random);
    }

    private static byte[] random() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    private AccessKeys.Temporary begin(Duration validity, Subject... sources) {
        Session session = new Session(
                ROLE,
                "00000000-0000-0000-0000-000000000000",
                Optional.of("job"),
                clock.instant(),
                clock.instant().plus(validity),
                List.of(sources));
        Caller caller = new Caller(ROLE, "request", "correlation", Optional.empty(), "127.0.0.1");
        return keys.begin(caller, "AssumeRole", session, JsonNodeFactory.instance.objectNode());
    }

    @Test
    void areTakenByEveryNodeUntilTheyEnd() {
        AccessKeys.Temporary made = begin(Duration.ofMinutes(15));
        AccessKeys other = node();

        assertThat(other.find(made.id(), made.token())).isInstanceOfSatisfying(Found.Key.class, key -> {
            assertThat(key.secret()).isEqualTo(made.secret()).hasSize(40);
            assertThat(key.holder().kind()).isEqualTo(Holder.Kind.ROLE);
            assertThat(key.holder().principal()).isEqualTo(ROLE);
        });
        clock.advance(Duration.ofMinutes(15));
        assertThat(other.find(made.id(), made.token())).isInstanceOf(Found.Expired.class);
    }

    @Test
    void areTakenAfterTheSealingKeyWasRotated() {
        KeySource row = new KeyRow(database);
        row.make(KEYSET);
        KeyRing ring = new Keys(database, clock).ring(row);
        KeyRotation rotation = new KeyRotation(ring, new Vault(ring), clock, "node", (_, _) -> {});
        AccessKeys.Temporary made = begin(Duration.ofHours(1));

        rotation.rotate((_, _) -> {});
        while (!rotation.status().phase().equals(Optional.of(Phase.DONE))) {
            if (!rotation.step().isZero()) {
                clock.advance(Duration.ofSeconds(30));
            }
        }

        String keyset = row.read().orElseThrow();
        assertThat(node(new Vault(() -> keyset)).find(made.id(), made.token()))
                .isInstanceOfSatisfying(
                        Found.Key.class, key -> assertThat(key.secret()).isEqualTo(made.secret()));
    }

    @Test
    void areNotTakenWithATokenThatWasChangedOrIsOfAnotherKey() {
        AccessKeys.Temporary made = begin(Duration.ofMinutes(15));
        AccessKeys.Temporary another = begin(Duration.ofMinutes(15));
        char[] changed = made.token().toCharArray();
        int middle = changed.length / 2;
        changed[middle] = changed[middle] == 'A' ? 'B' : 'A';

        for (String token : List.of(new String(changed), another.token(), "", "AQ", "no base64!", "A".repeat(5_000))) {
            assertThat(keys.find(made.id(), token)).isInstanceOf(Found.Unknown.class);
        }
    }

    /// A session whose key was removed, or that was begun by one.
    @Test
    void endWithTheKeyByWhichTheyWereBegun() {
        AccessKeys.Temporary made = begin(
                Duration.ofMinutes(15),
                new Subject(new UUID(3, 4), Set.of(), true, Long.MAX_VALUE, "AKIAREMOVEDREMOVEDRE"));

        assertThat(keys.find(made.id(), made.token())).isInstanceOf(Found.Unknown.class);
    }
}
