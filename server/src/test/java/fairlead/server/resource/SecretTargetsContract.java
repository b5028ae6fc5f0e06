package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceType;
import fairlead.handler.Update;
import fairlead.schema.TypeName;
import fairlead.server.access.AuditTrail;
import fairlead.server.database.Database;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.secret.FileSink;
import fairlead.server.resource.secret.GeneratedSecrets;
import fairlead.server.resource.secret.SecretDelivery;
import fairlead.server.resource.secret.SecretReads;
import fairlead.server.resource.secret.SecretSink;
import fairlead.server.resource.secret.SecretTarget;
import fairlead.server.resource.secret.SecretTarget.Kind;
import fairlead.server.resource.secret.SecretTarget.Place;
import fairlead.server.resource.secret.SecretTargets;
import fairlead.server.resource.secret.VaultSink;
import fairlead.server.secret.FakeVault;
import fairlead.server.secret.Vault;
import fairlead.server.secret.VaultServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// Secrets that handlers make are pushed to where their users have said, as far as the operator lets them.
abstract class SecretTargetsContract {

    private static final TypeName TYPE = TypeName.parse("Test::Safe::Lock");

    @TempDir
    Path folder;

    private final Locks locks = new Locks();
    private World world;
    private ResourceId id;
    private FakeVault vault;
    private Path files;

    /// An empty database.
    abstract Database open();

    @BeforeEach
    void make() throws IOException {
        world = new World(open(), "node", Vault.newKeyset());
        world.types.ship(List.of(type()));
        id = world.id(TYPE, "front");
        vault = new FakeVault();
        files = Files.createDirectory(folder.resolve("secrets"));
        Files.writeString(folder.resolve("token"), FakeVault.TOKEN);
    }

    @AfterEach
    void close() {
        world.close();
        vault.close();
    }

    private ResourceType type() {
        ObjectNode schema = json("""
            {'typeName': 'Test::Safe::Lock', 'description': 'A lock.', 'additionalProperties': false,
             'properties': {'Name': {'type': 'string'}, 'Colour': {'type': 'string'}, 'Code': {'type': 'string'}},
             'required': ['Name'], 'primaryIdentifier': ['/properties/Name'],
             'createOnlyProperties': ['/properties/Name'], 'readOnlyProperties': ['/properties/Code'],
             'tagging': {'taggable': false},
             'handlers': {'create': {'permissions': []}, 'read': {'permissions': []},
              'update': {'permissions': []}, 'delete': {'permissions': []}}}
            """);
        ObjectNode registration = json("{'apiVersion': '2026-11-01', 'dataClasses': {'/properties/Code': 'secret'}}");
        return new ResourceType(schema, registration, () -> locks);
    }

    /// Tells another code whenever it is made or changed.
    private static final class Locks implements ResourceHandler.Updatable {

        private Optional<ObjectNode> there = Optional.empty();
        private int codes;

        private Progress told(ObjectNode model) {
            there = Optional.of(model);
            return Progress.done(model.deepCopy().put("Code", "code-" + ++codes));
        }

        @Override
        public Progress create(Create request, Context context) {
            return told(request.desired().deepCopy());
        }

        @Override
        public Progress update(Update request, Context context) {
            return told(request.desired().deepCopy());
        }

        @Override
        public Progress read(Read request, Context context) {
            return there.map(model -> Progress.done(model.deepCopy()))
                    .orElseGet(() -> Progress.failed(ErrorCode.NOT_FOUND, "no such lock"));
        }

        @Override
        public Progress delete(Delete request, Context context) {
            there = Optional.empty();
            return Progress.gone();
        }
    }

    private Map<Kind, SecretSink> sinks() {
        VaultServer server = new VaultServer(vault.address(), folder.resolve("token"));
        return Map.of(Kind.FILE, new FileSink(files), Kind.VAULT, new VaultSink(server, "kv", "fairlead"));
    }

    private ChangeRecorder recorder() {
        return new ChangeRecorder(world.types, new AuditTrail(), world.clock);
    }

    private SecretTargets targets(Map<Kind, SecretSink> sinks) {
        SecretReads reads =
                new SecretReads(world.database, world.types, new GeneratedSecrets(world.vault()), recorder());
        ResourceStore store = new ResourceStore(world.types.sealing());
        return new SecretTargets(world.database, store, reads, recorder(), world.clock, sinks.keySet());
    }

    private SecretTargets targets() {
        return targets(sinks());
    }

    private int deliver() throws InterruptedException {
        return deliver(sinks());
    }

    private int deliver(Map<Kind, SecretSink> sinks) throws InterruptedException {
        ResourceStore store = new ResourceStore(world.types.sealing());
        GeneratedSecrets secrets = new GeneratedSecrets(world.vault());
        return new SecretDelivery(world.database, store, secrets, recorder(), DEVELOPER, world.clock, sinks).deliver();
    }

    private SecretTarget toFile(String name, String path) {
        return targets().put(DEVELOPER, id, name, new Place(Kind.FILE, path), "/Code");
    }

    private Path file(String path) {
        return files.resolve(World.SUBSCRIPTION).resolve(path);
    }

    private SecretTarget.State state(String name) {
        return targets().get(id, name).state();
    }

    private long recorded(String deed) {
        return world
                .database
                .read(transaction -> transaction.query(
                        "SELECT record FROM audit", row -> new String(row.bytes(), StandardCharsets.UTF_8)))
                .stream()
                .filter(record -> record.contains("\"" + deed + "\""))
                .count();
    }

    @Test
    void areWrittenToAFileThatItsOwnerAloneCanReadAndAgainWhenTheyChange() throws Exception {
        world.made(id, "{'Colour': 'red'}");
        toFile("app", "app/code");
        assertThat(deliver()).isEqualTo(1);
        assertThat(file("app/code")).hasContent("code-1");
        assertThat(Files.getPosixFilePermissions(file("app/code")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(deliver()).isZero();
        assertThat(state("app").delivered()).isEqualTo(1);

        world.made(id, "{'Colour': 'blue'}");
        assertThat(deliver()).isEqualTo(1);
        assertThat(file("app/code")).hasContent("code-2");
        assertThat(state("app").delivered()).isEqualTo(2);
        assertThat(recorded("PutSecretTarget")).isEqualTo(1);
        assertThat(recorded("PushSecret")).isEqualTo(2);
        try (var left = Files.list(file("app"))) {
            assertThat(left).containsExactly(file("app/code"));
        }
    }

    @Test
    void areWrittenToVaultAsAVersionOfASecret() throws Exception {
        world.made(id, "{'Colour': 'red'}");
        targets().put(DEVELOPER, id, "app", new Place(Kind.VAULT, "app/lock"), "");
        assertThat(deliver()).isEqualTo(1);
        assertThat(vault.secret("kv/data/fairlead/" + World.SUBSCRIPTION + "/app/lock"))
                .isEqualTo(json("{'Code': 'code-1'}"));
    }

    @Test
    void areTriedAgainUntilThePlaceHasThem() throws Exception {
        world.made(id, "{'Colour': 'red'}");
        targets().put(DEVELOPER, id, "app", new Place(Kind.VAULT, "app"), "");
        vault.beSealed(true);
        for (int attempt = 1; attempt <= 3; attempt++) {
            assertThat(deliver()).isZero();
            assertThat(state("app").attempts()).isEqualTo(attempt);
            assertThat(state("app").message()).contains("503: Vault is sealed").doesNotContain("code-1");
            assertThat(deliver()).isZero();
            assertThat(state("app").attempts()).isEqualTo(attempt);
            world.clock.advance(Duration.ofMinutes(5));
        }
        vault.beSealed(false);
        assertThat(deliver()).isEqualTo(1);
        assertThat(state("app").message()).isEmpty();
        assertThat(recorded("PushSecret")).isEqualTo(1);
    }

    /// As if the process had died between the place and the database.
    @Test
    void arePushedAgainIfItIsNotKnownWhetherTheyHaveArrived() throws Exception {
        world.made(id, "{'Colour': 'red'}");
        toFile("app", "code");
        SecretSink killed = (_, _, _, _) -> {
            throw new IllegalStateException("killed");
        };
        assertThatThrownBy(() -> deliver(Map.of(Kind.FILE, killed))).hasMessage("killed");
        assertThat(deliver()).isZero();
        world.clock.advance(Duration.ofMinutes(1));
        assertThat(deliver()).isEqualTo(1);
        assertThat(file("code")).hasContent("code-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "/etc/passwd", "a/../b", "a//b", ".hidden", "", "a/b/c/d/e/f/g/h/i", "a\nb"})
    void goNowhereElse(String path) {
        assertThatThrownBy(() -> new Place(Kind.FILE, path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected up to eight names");
    }

    @Test
    void followNoLink() throws Exception {
        world.made(id, "{'Colour': 'red'}");
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createDirectory(files.resolve(World.SUBSCRIPTION));
        Files.createSymbolicLink(file("app"), elsewhere);
        toFile("app", "app/code");
        assertThat(deliver()).isZero();
        assertThat(state("app").message()).contains("something else than a folder");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void goNowhereWithoutTheOperator() {
        world.made(id, "{'Colour': 'red'}");
        assertThatThrownBy(() -> targets(Map.of()).put(DEVELOPER, id, "app", new Place(Kind.FILE, "code"), ""))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("--secret-files");
    }

    @Test
    void doNotGoWhereOthersGo() {
        world.made(id, "{'Colour': 'red'}");
        toFile("app", "code");
        toFile("app", "code");
        assertThatThrownBy(() -> toFile("other", "code"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("choose another path");
    }

    @Test
    void goNoMoreOnceTheTargetOrTheResourceIsGone() throws Exception {
        world.made(id, "{'Colour': 'red'}");
        toFile("app", "code");
        toFile("other", "other");
        assertThat(targets().delete(DEVELOPER, id, "app")).isTrue();
        assertThat(targets().delete(DEVELOPER, id, "app")).isFalse();
        world.delete(id);
        world.settle();
        assertThat(deliver()).isZero();
        assertThat(recorded("DeleteSecretTarget")).isEqualTo(1);
    }

    @Test
    void areNotHadOfAResourceThatHasNone() {
        ResourceId gizmo = world.id(World.GIZMO, "one");
        world.made(gizmo, "{'Color': 'red'}");
        assertThatThrownBy(() -> targets().list(gizmo))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("that has secrets");
    }
}
