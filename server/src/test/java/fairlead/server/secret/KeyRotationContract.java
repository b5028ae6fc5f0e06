package fairlead.server.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.testing.SettableClock;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Dialect;
import fairlead.server.database.Migrations;
import fairlead.server.database.Work;
import fairlead.server.secret.KeyRotation.Begun;
import fairlead.server.secret.KeyRotation.KeyState;
import fairlead.server.secret.KeyRotation.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sealing key is changed while servers run, and whatever happens meanwhile, all that is sealed can be opened.
abstract class KeyRotationContract {

    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");

    @TempDir
    private Path folder;

    private final SettableClock clock = new SettableClock(NOON);
    private final List<String> told = new ArrayList<>();
    private long nanos = 1;
    private Database database;
    private SealedRowsForTests rows;

    /// An empty database.
    abstract Database open(Path data);

    @BeforeEach
    void migrate() {
        database = open(folder);
        Migrations.apply(database, clock);
        rows = new SealedRowsForTests(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private KeySource file() {
        return new KeyFile(folder.resolve("seal.key"));
    }

    /// A server, as far as it has keys.
    private final class Node {

        final KeyRing keys;
        final Vault vault;
        final KeyRotation rotation;

        Node(String name, Database database, KeySource source) {
            Keys started = new Keys(database, clock);
            keys = new KeyRing(source, new KeyRecords(database), started.in(source), () -> nanos);
            vault = new Vault(keys);
            rotation =
                    new KeyRotation(keys, vault, clock, name, (_, fingerprints) -> told.add("dropped " + fingerprints));
        }

        Begun rotate() {
            return rotation.rotate((_, fingerprints) -> told.add("rotated to " + fingerprints));
        }

        /// Steps until nothing is left to do, or the rotation waits for something that time does not change.
        Optional<Phase> goOn() {
            for (int i = 0; i < 200; i++) {
                if (!rotation.step().isZero()) {
                    clock.advance(Duration.ofSeconds(35));
                    nanos += Duration.ofSeconds(35).toNanos();
                }
                if (phase().filter(Phase.DONE::equals).isPresent()) {
                    break;
                }
            }
            return phase();
        }

        /// A step of each of two nodes, again and again.
        /// Long enough for every column that has anything sealed.
        void goOnWith(Node other) {
            for (int i = 0; i < 300; i++) {
                other.rotation.step();
                rotation.step();
                clock.advance(Duration.ofSeconds(5));
                nanos += Duration.ofSeconds(5).toNanos();
            }
        }
    }

    private Node node(String name) {
        return new Node(name, database, file());
    }

    private Optional<Phase> phase() {
        return new KeyRecords(database).rotation().map(KeyRecords.Rotation::phase);
    }

    private static String started(Begun begun) {
        assertThat(begun).isInstanceOf(Begun.Started.class);
        return ((Begun.Started) begun).fingerprint();
    }

    private Keyset inFile() throws IOException {
        return Keyset.parse(Files.readString(folder.resolve("seal.key")));
    }

    @Test
    void allRowsAreSealedAnewAndTheEarlierKeyIsDropped() throws IOException {
        Node node = node("one");
        rows.store(node.vault);
        String before = node.keys.primary();

        String after = started(node.rotate());

        assertThat(node.goOn()).contains(Phase.DONE);
        assertThat(inFile().fingerprints().values()).containsExactly(after);
        assertThat(rows.sealedBy()).containsExactly(inFile().primary());
        rows.openBy(node.vault);
        rows.openBy(node("restarted").vault);
        assertThat(rows.hasChecksumOfGenerated()).isTrue();
        assertThat(told).containsExactly("rotated to [" + after + "]", "dropped [" + before + "]");
        assertThat(Files.getPosixFilePermissions(folder.resolve("seal.key"))).hasSize(2);
    }

    @Test
    void itsStatusTellsTheKeysAndWhatIsSealedWithEach() {
        Node node = node("one");
        rows.store(node.vault);
        String before = node.keys.primary();
        Status first = node.rotation.status();
        assertThat(first.phase()).isEmpty();
        assertThat(first.keys()).singleElement().satisfies(key -> {
            assertThat(key.primary()).isTrue();
            assertThat(key.values()).isEqualTo(SealedRowsForTests.count());
            assertThat(key.since()).isEqualTo(NOON);
        });

        String after = started(node.rotate());
        assertThat(node.rotation.status().keys())
                .extracting(KeyState::fingerprint)
                .containsExactly(before, after);
        node.goOn();

        Status last = node.rotation.status();
        assertThat(last.resealed()).isEqualTo(SealedRowsForTests.count());
        assertThat(last.keys()).extracting(KeyState::values).containsExactly(0L, (long) SealedRowsForTests.count());
        assertThat(last.keys().getFirst().droppedAt()).isPresent();
        assertThat(last.keys().getFirst().inSource()).isFalse();
    }

    @Test
    void aSecondOneIsRefusedUntilTheFirstHasEnded() {
        Node node = node("one");
        String after = started(node.rotate());
        assertThat(node.rotate()).isEqualTo(new Begun.UnderWay(after, Phase.ADDED));
        node.goOn();
        assertThat(started(node.rotate())).isNotEqualTo(after);
        assertThat(node.goOn()).contains(Phase.DONE);
    }

    /// Such as a request that has read the record before, and an operation that goes on for an hour.
    @Test
    void whatWasUnderWayMayWriteSomethingOfBefore() throws IOException {
        Node node = node("one");
        rows.store(node.vault);
        rows.operation("slow", new byte[0], true);
        byte[] before = rows.secrets();
        node.rotate();
        assertThat(node.goOn()).contains(Phase.DRAINING);
        assertThat(node.rotation.status().operations()).isEqualTo(1);

        rows.writeBack(before);
        rows.end("slow");

        assertThat(node.goOn()).contains(Phase.DONE);
        assertThat(rows.sealedBy()).containsExactly(inFile().primary());
        rows.openBy(node("restarted").vault);
    }

    @Test
    void whatWasReadBeforeIsOpenedByTheProcessThatHasReadIt() {
        Node node = node("one");
        byte[] before = node.vault.seal("{}".getBytes(StandardCharsets.UTF_8), "owner");
        node.rotate();
        assertThat(node.goOn()).contains(Phase.DONE);
        assertThat(node.vault.open(before, "owner")).asString().isEqualTo("{}");
    }

    @Test
    void twoNodesTakeItUpWithoutARestart() throws IOException {
        Node one = node("one");
        Node two = node("two");
        new KeyRecords(database).seen("two", two.keys.fingerprints(), two.keys.primary(), NOON, Instant.EPOCH);
        rows.store(one.vault);
        String before = one.keys.primary();
        String after = started(one.rotate());

        one.rotation.step();
        one.rotation.step();
        assertThat(phase()).contains(Phase.ADDED);
        assertThat(one.rotation.status().waitsFor()).containsExactly("two");
        assertThat(one.keys.primary()).isEqualTo(before);

        nanos += Duration.ofSeconds(5).toNanos();
        two.rotation.step();
        one.rotation.step();
        one.rotation.step();
        assertThat(one.keys.primary()).isEqualTo(after);
        rows.writeBack(one.vault.seal("{\"Secret\":\"never told\"}".getBytes(StandardCharsets.UTF_8), "u"));
        rows.openBy(two.vault);

        one.goOnWith(two);
        assertThat(phase()).contains(Phase.DONE);
        assertThat(two.keys.primary()).isEqualTo(after);
        assertThat(inFile().fingerprints().values()).containsExactly(after);
        rows.openBy(two.vault);
    }

    /// One that was not waited for, since nothing was heard of it.
    @Test
    void aNodeThatMeetsAnUnknownKeyReadsItsSourceAgain() {
        Node one = node("one");
        Node two = node("two");
        rows.store(one.vault);
        one.rotate();
        one.goOn();
        rows.openBy(two.vault);
        assertThat(two.keys.lacking()).isEmpty();
    }

    @Test
    void aKeyThatIsNotAtHandIsNoDamage() throws IOException {
        Node one = node("one");
        KeySource other = new KeyFile(Files.copy(folder.resolve("seal.key"), folder.resolve("other.key")));
        Node two = new Node("two", database, other);
        one.rotate();
        one.goOn();
        byte[] sealed = one.vault.seal("{}".getBytes(StandardCharsets.UTF_8), "owner");

        assertThatThrownBy(() -> two.vault.open(sealed, "owner"))
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        away -> assertThat(away.kind()).isEqualTo(DatabaseException.Kind.UNAVAILABLE))
                .hasMessageContaining(one.keys.primary());
        assertThat(two.keys.lacking()).get().asString().contains(one.keys.primary());

        Files.copy(folder.resolve("seal.key"), folder.resolve("other.key"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(two.vault.open(sealed, "owner")).asString().isEqualTo("{}");
    }

    @Test
    void damageIsStillToldFromIt() {
        Node node = node("one");
        byte[] sealed = node.vault.seal("{}".getBytes(StandardCharsets.UTF_8), "owner");
        for (int at : new int[] {1, 4, 5, sealed.length - 1}) {
            byte[] damaged = sealed.clone();
            damaged[at] ^= 1;
            assertThatThrownBy(() -> node.vault.open(damaged, "owner"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("damaged bytes");
        }
    }

    /// A node that was away for long looks before it seals, so that a key that was dropped does not come back.
    @Test
    void aNodeThatWasAwaySealsWithTheNewKey() {
        Node one = node("one");
        Node two = node("two");
        two.keys.beFollowed();
        String after = started(one.rotate());
        one.goOn();
        byte[] sealed = two.vault.seal("{}".getBytes(StandardCharsets.UTF_8), "owner");
        assertThat(two.keys.primary()).isEqualTo(after);
        assertThat(SealedBegin.of(SealedBegin.keyId(sealed))).isEqualTo(one.keys.primaryBegin());
    }

    @Test
    void aSourceThatTheServerCanNotChangeIsChangedByTheOperator() {
        String first = Vault.newKeyset();
        List<String> printed = new ArrayList<>(List.of(first));
        KeySource source = new ReadOnly(printed);
        Node node = new Node("one", database, source);
        rows.store(node.vault);
        assertThat(node.rotate()).isEqualTo(new Begun.Refused("add a key"));

        Keyset both = Keyset.parse(first).with(Keyset.parse(Vault.newKeyset()));
        printed.set(0, both.json());
        String after = started(node.rotate());
        assertThat(node.goOn()).contains(Phase.DONE);

        assertThat(node.keys.primary()).isEqualTo(after);
        printed.set(
                0,
                both.sealing(both.idOf(after).orElseThrow())
                        .without(both.fingerprints().values())
                        .json());
        rows.openBy(new Node("restarted", database, source).vault);
    }

    private record ReadOnly(List<String> printed) implements KeySource {

        @Override
        public String name() {
            return "the sealing key that is printed";
        }

        @Override
        public String remedy() {
            return "";
        }

        @Override
        public Optional<String> read() {
            return Optional.of(printed.getFirst());
        }

        @Override
        public Optional<String> changedBy() {
            return Optional.of("add a key");
        }

        @Override
        public void make(String keyset) {
            throw new IllegalStateException("not asked for");
        }

        @Override
        public void replace(String keyset) {
            throw new IllegalStateException("not asked for");
        }
    }

    @Test
    void theKeyInTheDatabaseIsRotatedThere() {
        KeySource row = new KeyRow(database);
        Node node = new Node("one", database, row);
        rows.store(node.vault);
        String after = started(node.rotate());
        assertThat(node.goOn()).contains(Phase.DONE);
        assertThat(Keyset.parse(row.read().orElseThrow()).fingerprints().values())
                .containsExactly(after);
        rows.openBy(new Node("restarted", database, row).vault);
    }

    // -- crashes --------------------------------------------------------------------------------------------

    /// Ends the process, as it were, at one of its writes: before it, or when it is done.
    private final class Crash implements AutoCloseable {

        private final int at;
        private final boolean done;
        private int writes;
        private boolean happened;

        Crash(int at, boolean done) {
            this.at = at;
            this.done = done;
        }

        <T extends @Nullable Object> T write(Work<T> work) {
            return passing(() -> database.write(work));
        }

        <T extends @Nullable Object> T passing(Supplier<T> write) {
            boolean now = ++writes == at;
            if (happened || (now && !done)) {
                happened = true;
                throw new Killed();
            }
            T result = write.get();
            if (now) {
                happened = true;
                throw new Killed();
            }
            return result;
        }

        Database over() {
            return new Database() {
                @Override
                public <T extends @Nullable Object> T write(Work<T> work) {
                    return Crash.this.write(work);
                }

                @Override
                public <T extends @Nullable Object> T rehearse(Work<T> work) {
                    return database.rehearse(work);
                }

                @Override
                public <T extends @Nullable Object> T read(Work<T> work) {
                    return database.read(work);
                }

                @Override
                public Dialect dialect() {
                    return database.dialect();
                }

                @Override
                public void close() {}
            };
        }

        KeySource over(KeySource source) {
            return new KeySource() {
                @Override
                public String name() {
                    return source.name();
                }

                @Override
                public String remedy() {
                    return source.remedy();
                }

                @Override
                public Optional<String> read() {
                    return source.read();
                }

                @Override
                public Optional<String> changedBy() {
                    return source.changedBy();
                }

                @Override
                public void make(String keyset) {
                    source.make(keyset);
                }

                @Override
                public void replace(String keyset) {
                    passing(() -> {
                        source.replace(keyset);
                        return keyset;
                    });
                }
            };
        }

        @Override
        public void close() {
            assertThat(happened).isTrue();
        }
    }

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void itGoesOnAfterACrashAtAnyOfItsWrites() throws IOException {
        rows.store(node("first").vault);
        int crashes = 0;
        for (boolean done : new boolean[] {false, true}) {
            for (int at = 1; crashedAt(at, done); at++) {
                crashes++;
                clock.advance(Duration.ofMinutes(2));
                nanos += Duration.ofMinutes(2).toNanos();
                Node next = node("next-" + crashes);
                rows.openBy(next.vault);
                if (phase().filter(phase -> phase != Phase.DONE).isEmpty()) {
                    next.rotate();
                }
                assertThat(next.goOn())
                        .as("write %d, done %s", at, done)
                        .satisfiesAnyOf(
                                ended -> assertThat(ended).contains(Phase.DONE),
                                forgotten -> assertThat(forgotten).isEmpty());
                if (phase().isEmpty()) {
                    started(next.rotate());
                    assertThat(next.goOn()).contains(Phase.DONE);
                }
                assertThat(rows.sealedBy()).containsExactly(inFile().primary());
                assertThat(inFile().keys()).hasSize(1);
                rows.openBy(node("again-" + crashes).vault);
                next.rotation.close();
            }
        }
        assertThat(crashes).isGreaterThan(40);
    }

    /// False if there is no such write.
    private boolean crashedAt(int at, boolean done) {
        Crash crash = new Crash(at, done);
        Node node = new Node("crashing", crash.over(), crash.over(file()));
        try {
            node.rotate();
            node.goOn();
            return false;
        } catch (Killed killed) {
            return true;
        }
    }
}
