package fairlead.server.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The sealing key of a database is the one with which it was sealed, or there is no start.
abstract class KeysContract {

    private static final byte[] NOTHING = {};

    @TempDir
    private Path folder;

    private Database database;
    private Keys keys;

    /// An empty database.
    abstract Database open(Path data);

    @BeforeEach
    void migrate() {
        database = open(folder);
        Migrations.apply(database, Clock.systemUTC());
        keys = new Keys(database, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        database.close();
    }

    private List<String> recorded() {
        return database.read(transaction ->
                transaction.query("SELECT fingerprint FROM seal_key_fingerprint ORDER BY id", Row::text));
    }

    private void change(String sql, @Nullable Object... arguments) {
        database.write(transaction -> transaction.update(sql, arguments));
    }

    /// A place in which a key is kept, and what becomes of it while no server runs.
    interface Place {

        String start();

        byte[] stored() throws IOException;

        void replace(byte[] keyset) throws IOException;

        void remove() throws IOException;

        /// Which a message has to say.
        String name();
    }

    private final class InAFile implements Place {

        private Path file() {
            return folder.resolve("seal.key");
        }

        @Override
        public String start() {
            return keys.in(new KeyFile(file()));
        }

        @Override
        public byte[] stored() throws IOException {
            return Files.exists(file()) ? Files.readAllBytes(file()) : NOTHING;
        }

        @Override
        public void replace(byte[] keyset) throws IOException {
            Files.write(file(), keyset);
        }

        @Override
        public void remove() throws IOException {
            Files.delete(file());
        }

        @Override
        public String name() {
            return file().toString();
        }
    }

    private final class InTheDatabase implements Place {

        @Override
        public String start() {
            return keys.in(new KeyRow(database));
        }

        @Override
        public byte[] stored() {
            return database.read(transaction -> transaction.one("SELECT keyset FROM seal_key WHERE id = 1", Row::bytes))
                    .orElse(NOTHING);
        }

        @Override
        public void replace(byte[] keyset) {
            change("UPDATE seal_key SET keyset = ? WHERE id = 1", (Object) keyset);
        }

        @Override
        public void remove() {
            change("DELETE FROM seal_key");
        }

        @Override
        public String name() {
            return "the table seal_key";
        }
    }

    @Nested
    class AKeyInAFile extends AnyPlace {

        @Override
        Place place() {
            return new InAFile();
        }

        @Test
        void isKeptFromOtherUsersFromTheNextStartOn() throws IOException {
            place().start();
            Path file = folder.resolve("seal.key");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            place().start();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }

        @Test
        void staysReadOnlyIfItIs() throws IOException {
            place().start();
            Path file = folder.resolve("seal.key");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
            place().start();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("r--------");
        }

        @Test
        void isReadableByItsOwnerOnly() throws IOException {
            place().start();
            assertThat(Files.getPosixFilePermissions(folder.resolve("seal.key")))
                    .hasToString("[OWNER_READ, OWNER_WRITE]")
                    .hasSize(2);
        }
    }

    @Nested
    class AKeyInTheDatabase extends AnyPlace {

        @Override
        Place place() {
            return new InTheDatabase();
        }
    }

    abstract class AnyPlace {

        abstract Place place();

        @Test
        void isMadeAtTheFirstStartAndTakenAtTheNext() throws IOException {
            String made = place().start();

            assertThat(place().stored()).asString(StandardCharsets.UTF_8).isEqualTo(made);
            assertThat(place().start()).isEqualTo(made);
            assertThat(recorded()).hasSize(1);
        }

        @Test
        void isNotToldByItsFingerprint() {
            String made = place().start();

            assertThat(recorded()).singleElement().asString().matches("[0-9a-f]{32}");
            assertThat(made).doesNotContain(recorded().getFirst());
        }

        @Test
        void isNotReplacedWhenItIsMissing() throws IOException {
            place().start();
            place().remove();

            refused(NOTHING, "is missing");
        }

        @Test
        void isRefusedWhenItIsAnotherOne() throws IOException {
            place().start();
            byte[] other = Vault.newKeyset().getBytes(StandardCharsets.UTF_8);
            place().replace(other);

            refused(other, "is not the one of this database");
        }

        @Test
        void isRefusedCutAtAnyLength() throws IOException {
            byte[] whole = place().start().stripTrailing().getBytes(StandardCharsets.UTF_8);
            for (int length = 0; length < whole.length; length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                place().replace(cut);
                refused(cut, "damaged");
            }
        }

        @Test
        void isRefusedWithAnyBitFlipped() throws IOException {
            byte[] whole = place().start().getBytes(StandardCharsets.UTF_8);
            for (int bit = 0; bit < whole.length * 8; bit++) {
                byte[] flipped = whole.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                place().replace(flipped);
                refused(flipped, "damaged");
            }
        }

        @Test
        void isTakenAgainOnceItIsRestored() throws IOException {
            String made = place().start();
            place().replace("{}".getBytes(StandardCharsets.UTF_8));
            refused("{}".getBytes(StandardCharsets.UTF_8), "damaged");
            place().replace(made.getBytes(StandardCharsets.UTF_8));

            assertThat(place().start()).isEqualTo(made);
        }

        @Test
        void mayHaveANewPrimaryKeyBesideTheEarlierOne() throws Exception {
            String before = place().start();
            String rotated = rotated(before);
            place().replace(rotated.getBytes(StandardCharsets.UTF_8));

            assertThat(place().start()).isEqualTo(rotated);

            assertThat(recorded()).hasSize(2);
            place().replace(before.getBytes(StandardCharsets.UTF_8));
            refused(before.getBytes(StandardCharsets.UTF_8), "is not the one of this database");
        }

        @Test
        void isMissedByANodeThatWasNotGivenTheNewOne() throws Exception {
            String before = place().start();
            KeyRing given = ring("given", before);
            assertThat(given.lacking()).isEmpty();
            String rotated = rotated(before);
            place().replace(rotated.getBytes(StandardCharsets.UTF_8));
            place().start();

            assertThat(ring("rotated", rotated).lacking()).isEmpty();
            assertThat(given.lacking())
                    .hasValueSatisfying(
                            why -> assertThat(why).contains(recorded().getLast()));
        }

        /// The keys of a node whose own source has that keyset.
        private KeyRing ring(String name, String keyset) throws IOException {
            Path own = Files.writeString(folder.resolve(name), keyset);
            return new KeyRing(new KeyFile(own), new KeyRecords(database), keyset, System::nanoTime);
        }

        @Test
        void mayNotLoseAnEarlierOne() throws Exception {
            String rotated = rotated(place().start());
            place().replace(rotated.getBytes(StandardCharsets.UTF_8));
            place().start();
            byte[] withoutTheFirst = withoutTheFirst(rotated).getBytes(StandardCharsets.UTF_8);
            place().replace(withoutTheFirst);

            refused(withoutTheFirst, "is not the one of this database");
        }

        /// The start is refused, and leaves everything as it is.
        private void refused(byte[] present, String why) throws IOException {
            List<String> before = recorded();
            assertThatThrownBy(() -> place().start())
                    .isInstanceOf(SealKeyException.class)
                    .hasMessageContaining(place().name())
                    .hasMessageContaining(why)
                    .hasMessageMatching("(?s).*Restore the (file|database) from the backup, .* --key-file");
            assertThat(place().stored()).isEqualTo(present);
            assertThat(recorded()).isEqualTo(before);
        }
    }

    private static String rotated(String keyset) throws GeneralSecurityException {
        KeysetHandle before = parsed(keyset);
        KeysetHandle.Builder builder = KeysetHandle.newBuilder();
        builder.addEntry(KeysetHandle.importKey(before.getAt(0).getKey())
                .withFixedId(before.getAt(0).getId()));
        builder.addEntry(KeysetHandle.generateEntryFromParameters(PredefinedAeadParameters.AES256_GCM)
                .withRandomId()
                .makePrimary());
        return written(builder.build());
    }

    private static String withoutTheFirst(String keyset) throws GeneralSecurityException {
        KeysetHandle.Entry last = parsed(keyset).getAt(1);
        return written(KeysetHandle.newBuilder()
                .addEntry(KeysetHandle.importKey(last.getKey())
                        .withFixedId(last.getId())
                        .makePrimary())
                .build());
    }

    private static KeysetHandle parsed(String keyset) throws GeneralSecurityException {
        return TinkJsonProtoKeysetFormat.parseKeyset(
                keyset, RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
    }

    private static String written(KeysetHandle keyset) throws GeneralSecurityException {
        return TinkJsonProtoKeysetFormat.serializeKeyset(
                keyset, RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
    }

    /// As a program stored it that recorded no fingerprints.
    @Nested
    class SomethingSealedBefore {

        private final String keyset = Vault.newKeyset();
        private final Vault vault = new Vault(() -> keyset);

        private byte[] sealed(String owner) {
            return vault.seal("{}".getBytes(StandardCharsets.UTF_8), owner);
        }

        private void store(String table) {
            switch (table) {
                case "type_configuration" ->
                    change(
                            "INSERT INTO type_configuration (type_name, sealed) VALUES (?, ?)",
                            "A::B::C",
                            sealed("configuration of A::B::C"));
                case "webhook" -> change("""
                    INSERT INTO webhook (name, url, wanted, secrets, state, reason, position, attempts, due_at,
                      last_outcome, created_at, lease_until, fence)
                    VALUES ('w', '', '', ?, '', '', 0, 0, 0, '', 0, 0, 0)
                    """, (Object) sealed("webhook/w"));
                case "left_behind" -> change("""
                    INSERT INTO left_behind (thing, operation, arm_id, location, type_name, type_version, desired,
                      attempts, due_at, reason)
                    VALUES ('t', '', '/r', '', '', 1, ?, 0, 0, '')
                    """, (Object) sealed("t"));
                case "secrets" -> resource("{}".getBytes(StandardCharsets.UTF_8), sealed("u"));
                case "desired" -> resource(sealed("u desired"), NOTHING);
                default -> throw new IllegalArgumentException(table);
            }
        }

        private void resource(byte[] desired, byte[] secrets) {
            change("""
                INSERT INTO resource (uid, arm_key, arm_id, subscription, type_name, type_version, location, state,
                  version, tags, desired, properties, secrets, created_by, created_by_type, created_at, changed_by,
                  changed_by_type, changed_at)
                VALUES ('u', '/r', '/r', '', '', 1, '', '', 1, ?, ?, ?, ?, '', '', 0, '', '', 0)
                """, NOTHING, desired, NOTHING, secrets);
        }

        private Path file(String content) throws IOException {
            return Files.writeString(folder.resolve("seal.key"), content);
        }

        @ParameterizedTest
        @ValueSource(strings = {"type_configuration", "webhook", "left_behind", "secrets", "desired"})
        void isOpenedByItsKeyWhichIsTheOneFromThenOn(String table) throws IOException {
            store(table);
            assertThat(keys.in(new KeyFile(file(keyset)))).isEqualTo(keyset);

            file(Vault.newKeyset());
            assertThatThrownBy(() -> keys.in(new KeyFile(folder.resolve("seal.key"))))
                    .isInstanceOf(SealKeyException.class)
                    .hasMessageContaining("its fingerprint is");
        }

        @ParameterizedTest
        @ValueSource(strings = {"type_configuration", "webhook", "left_behind", "secrets", "desired"})
        void isNotTakenForAnotherKeys(String table) throws IOException {
            store(table);
            Path other = file(Vault.newKeyset());

            assertThatThrownBy(() -> keys.in(new KeyFile(other)))
                    .isInstanceOf(SealKeyException.class)
                    .hasMessageContaining("does not open");
            assertThat(recorded()).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"type_configuration", "webhook", "left_behind", "secrets", "desired"})
        void getsNoNewKeyWhenItsOwnIsMissing(String table) {
            store(table);
            for (Place place : List.of(new InAFile(), new InTheDatabase())) {
                assertThatThrownBy(place::start)
                        .isInstanceOf(SealKeyException.class)
                        .hasMessageContaining("is missing. It has sealed");
            }
            assertThat(folder.resolve("seal.key")).doesNotExist();
            assertThat(recorded()).isEmpty();
        }
    }

    /// Two nodes that start at once with keys of their own: one of them is refused.
    @Test
    void oneOfTwoKeysIsTheFirst() throws Exception {
        List<Thread> nodes = new ArrayList<>();
        List<String> taken = Collections.synchronizedList(new ArrayList<>());
        List<RuntimeException> refusals = Collections.synchronizedList(new ArrayList<>());
        for (int node = 0; node < 4; node++) {
            Path file = Files.writeString(folder.resolve("key-" + node), Vault.newKeyset());
            nodes.add(Thread.ofVirtual().start(() -> {
                try {
                    taken.add(new Keys(database, Clock.systemUTC()).in(new KeyFile(file)));
                } catch (SealKeyException refused) {
                    refusals.add(refused);
                }
            }));
        }
        for (Thread node : nodes) {
            node.join();
        }
        assertThat(taken).hasSize(1);
        assertThat(refusals).hasSize(3);
        assertThat(recorded()).hasSize(1);
    }
}
