package fairlead.server.resource;

import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;

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
import fairlead.server.database.SqliteDatabase;
import fairlead.server.operation.OperationState;
import fairlead.server.resource.imports.ImportRequest;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.secret.GeneratedSecrets;
import fairlead.server.resource.secret.GeneratedSecrets.Generated;
import fairlead.server.resource.secret.SecretReads;
import fairlead.server.secret.Vault;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// What a handler makes that is secret, told once, or again, or never.
class GeneratedSecretsTest {

    private static final TypeName TYPE = TypeName.parse("Test::Safe::Door");

    @TempDir
    private Path folder;

    private final Doors doors = new Doors();
    private final String keyset = Vault.newKeyset();
    private World world;
    private ResourceId id;

    @BeforeEach
    void make() {
        world = new World(SqliteDatabase.open(folder.resolve("fairlead.db")), "node", keyset);
        world.types.ship(List.of(type()));
        id = world.id(TYPE, "front");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private ResourceType type() {
        ObjectNode schema = json("""
            {'typeName': 'Test::Safe::Door', 'description': 'A door.', 'additionalProperties': false,
             'properties': {'Name': {'type': 'string'}, 'Colour': {'type': 'string'},
              'Code': {'type': 'string'}, 'Keys': {'type': 'object', 'additionalProperties': false,
               'properties': {'First': {'type': 'string'}, 'Count': {'type': 'integer'}}}},
             'required': ['Name'], 'primaryIdentifier': ['/properties/Name'],
             'createOnlyProperties': ['/properties/Name'],
             'readOnlyProperties': ['/properties/Code', '/properties/Keys/First', '/properties/Keys/Count'],
             'tagging': {'taggable': false},
             'handlers': {'create': {'permissions': []}, 'read': {'permissions': []},
              'update': {'permissions': []}, 'delete': {'permissions': []}}}
            """);
        ObjectNode registration = json("""
            {'apiVersion': '2026-11-01',
             'dataClasses': {'/properties/Code': 'secret', '/properties/Keys/First': 'secret'}}
            """);
        return new ResourceType(schema, registration, () -> doors);
    }

    /// Tells the code when a door is made or painted, and the first key whenever it is asked.
    private static final class Doors implements ResourceHandler.Updatable {

        private final Map<String, ObjectNode> there = new ConcurrentHashMap<>();
        private boolean slow;
        private int unseen;
        private int codes;

        @Override
        public Progress create(Create request, Context context) {
            ObjectNode model = request.desired().deepCopy();
            String name = model.path("Name").stringValue();
            if (slow && request.memo().isEmpty()) {
                there.put(name, model);
                return Progress.again(model, Duration.ofSeconds(1), json("{'seen': true}"));
            }
            there.put(name, model);
            return Progress.done(told(model));
        }

        @Override
        public Progress update(Update request, Context context) {
            ObjectNode model = request.desired().deepCopy();
            there.put(model.path("Name").stringValue(), model);
            return Progress.done(told(model));
        }

        @Override
        public Progress read(Read request, Context context) {
            if (unseen > 0) {
                unseen--;
                return Progress.failed(ErrorCode.NOT_FOUND, "not yet");
            }
            return Optional.ofNullable(
                            there.get(request.identifier().path("Name").stringValue()))
                    .map(model -> Progress.done(shown(model)))
                    .orElseGet(() -> Progress.failed(ErrorCode.NOT_FOUND, "no such door"));
        }

        @Override
        public Progress delete(Delete request, Context context) {
            there.remove(request.identifier().path("Name").stringValue());
            return Progress.gone();
        }

        private ObjectNode told(ObjectNode model) {
            codes++;
            return shown(model).put("Code", "code-" + codes);
        }

        private static ObjectNode shown(ObjectNode model) {
            ObjectNode shown = model.deepCopy();
            shown.putObject("Keys").put("First", "key").put("Count", 1);
            return shown;
        }
    }

    private Generated secrets() {
        GeneratedSecrets secrets = new GeneratedSecrets(world.vault());
        ChangeRecorder recorder = new ChangeRecorder(world.types, new AuditTrail(), world.clock);
        return new SecretReads(world.database, world.types, secrets, recorder)
                .read(World.DEVELOPER, world.resources.get(id));
    }

    @Test
    void areInNothingThatIsShown() {
        assertThat(world.made(id, "{'Colour': 'red'}").state()).isEqualTo(ProvisioningState.SUCCEEDED);
        assertThat(world.properties(id)).isEqualTo(json("{'Name': 'front', 'Colour': 'red', 'Keys': {'Count': 1}}"));
    }

    @Test
    void areToldToThoseWhoAskWhetherAReadShowsThemOrNot() {
        world.made(id, "{'Colour': 'red'}");
        assertThat(secrets().values()).isEqualTo(json("{'Code': 'code-1', 'Keys': {'First': 'key'}}"));
        assertThat(secrets().version()).isEqualTo(1);
    }

    @Test
    void areOfAnotherVersionOnceTheHandlerHasToldOthers() {
        world.made(id, "{'Colour': 'red'}");
        world.made(id, "{'Colour': 'blue'}");
        assertThat(secrets().values().path("Code").stringValue()).isEqualTo("code-2");
        assertThat(secrets().version()).isEqualTo(2);
    }

    @Test
    void areKeptIfTheOperationIsCarriedOnByAnotherProcess() {
        doors.unseen = 1;
        world.put(id, "{'Colour': 'red'}");
        assertThat(world.resources.get(id).busy()).isTrue();
        World heir = new World(world.database, "heir", keyset);
        heir.types.ship(List.of(type()));
        heir.clock.advance(Duration.ofMinutes(5));
        heir.settle(id);
        assertThat(secrets().values().path("Code").stringValue()).isEqualTo("code-1");
    }

    @Test
    void areKeptIfTheOperationIsCancelledBeforeTheResourceIsSeen() {
        doors.unseen = 1000;
        world.put(id, "{'Colour': 'red'}");
        world.operations.cancel(world.operation(id).id());
        world.settle(id);
        assertThat(world.resources.get(id).state()).isEqualTo(ProvisioningState.CANCELED);
        assertThat(secrets().values().path("Code").stringValue()).isEqualTo("code-1");
    }

    @Test
    void areToldByACreateThatTakesSeveralCalls() {
        doors.slow = true;
        world.made(id, "{'Colour': 'red'}");
        assertThat(secrets().values().path("Code").stringValue()).isEqualTo("code-1");
    }

    @Test
    void goWithTheResource() {
        world.made(id, "{'Colour': 'red'}");
        world.delete(id);
        world.settle();
        assertThat(rows()).isZero();
        world.made(id, "{'Colour': 'red'}");
        assertThat(secrets().version()).isEqualTo(1);
        assertThat(secrets().values().path("Code").stringValue()).isEqualTo("code-2");
    }

    @Test
    void goWithARecordThatMakesWayForAnother() {
        world.made(id, "{'Colour': 'red'}");
        doors.there.clear();
        world.scopes.putGroup(World.DEVELOPER, World.SUBSCRIPTION, "second", "local", json("{}"));
        ResourceId other = new ResourceId(World.SUBSCRIPTION, "second", id.type(), List.of("front"));

        assertThat(world.made(other, "{'Colour': 'red'}").state()).isEqualTo(ProvisioningState.SUCCEEDED);

        assertThat(world.resources.find(id)).isEmpty();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void areKeptByAnImportAsFarAsAReadShowsThem() {
        doors.there.put("front", json("{'Name': 'front', 'Colour': 'green'}"));
        world.imports.begin(new ImportRequest(
                World.DEVELOPER,
                world.type(TYPE),
                new MoveRequest.Place(World.SUBSCRIPTION, "group"),
                "local",
                List.of(new ImportRequest.Item("front", Optional.empty()))));
        world.settle();
        assertThat(world.operations
                        .list(World.SUBSCRIPTION, Optional.empty(), 10)
                        .getFirst()
                        .state())
                .isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.properties(id).toString()).doesNotContain("key");
        assertThat(secrets().values()).isEqualTo(json("{'Keys': {'First': 'key'}}"));
    }

    @Test
    void areSealedWhereTheyLie() {
        world.made(id, "{'Colour': 'red'}");
        byte[] sealed = world.database.read(transaction -> transaction
                .one("SELECT sealed FROM resource_secret", row -> row.bytes())
                .orElseThrow());
        assertThat(Vault.isSealed(sealed)).isTrue();
    }

    @Test
    void areInTheAuditTrailAsReadAndWithoutTheirValues() {
        world.made(id, "{'Colour': 'red'}");
        secrets();
        List<String> records = world.database.read(transaction -> transaction.query(
                "SELECT record FROM audit WHERE plane = 'data'",
                row -> new String(row.bytes(), StandardCharsets.UTF_8)));
        assertThat(records).hasSize(1);
        assertThat(records.getFirst())
                .contains("\"ListSecrets\"", id.toString())
                .doesNotContain("code-1");
    }

    private long rows() {
        return world.database.read(transaction -> transaction
                .one("SELECT count(*) FROM resource_secret", row -> row.number())
                .orElseThrow());
    }
}
