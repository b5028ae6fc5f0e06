package fairlead.server.resource;

import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceType;
import fairlead.schema.TypeName;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// A handler as CloudFormation lets handlers be: it reads and deletes with more than the identifier, a secret among
/// it, and lists more than identifiers.
class CloudFormationProfileTest {

    private static final TypeName TYPE = TypeName.parse("Test::Cloud::Tenant");

    @TempDir
    private Path folder;

    private final Tenants tenants = new Tenants();
    private World world;
    private ResourceId id;

    @BeforeEach
    void make() {
        world = new World(SqliteDatabase.open(folder.resolve("fairlead.db")), "node", Vault.newKeyset());
        world.types.ship(List.of(type()));
        id = world.id(TYPE, "one");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private IdentifiedRequest asked() {
        return new IdentifiedRequest(
                World.DEVELOPER,
                World.SUBSCRIPTION,
                "group",
                "local",
                world.types.find(TYPE).orElseThrow(),
                Optional.empty());
    }

    private ResourceType type() {
        ObjectNode schema = json("""
            {'typeName': 'Test::Cloud::Tenant', 'description': 'A tenant.', 'additionalProperties': false,
             'properties': {'Name': {'type': 'string'}, 'Zone': {'type': 'string'}, 'Key': {'type': 'string'}},
             'required': ['Name', 'Zone', 'Key'], 'primaryIdentifier': ['/properties/Name'],
             'createOnlyProperties': ['/properties/Name', '/properties/Nowhere'],
             'writeOnlyProperties': ['/properties/Key'], 'tagging': {'taggable': false},
             'handlers': {'create': {'permissions': []}, 'read': {'permissions': []},
              'delete': {'permissions': []}, 'list': {'permissions': []}}}
            """);
        ObjectNode registration = json("{'apiVersion': '2026-11-01', 'profile': 'cloudformation'}");
        return new ResourceType(schema, registration, () -> tenants);
    }

    private static final class Tenants implements ResourceHandler.Listable {

        private final Map<String, ObjectNode> there = new ConcurrentHashMap<>();

        @Override
        public Progress create(Create request, Context context) {
            ObjectNode model = request.desired().deepCopy();
            there.put(model.path("Name").stringValue(), model);
            return Progress.done(visible(model));
        }

        @Override
        public Progress read(Read request, Context context) {
            return Optional.ofNullable(there.get(name(request.identifier())))
                    .map(model -> Progress.done(visible(model)))
                    .orElseGet(Tenants::notFound);
        }

        @Override
        public Progress delete(Delete request, Context context) {
            return there.remove(name(request.identifier())) == null ? notFound() : Progress.gone();
        }

        @Override
        public Page list(Query query, Context context) {
            return new Page(List.copyOf(there.values()), Optional.empty());
        }

        private static Progress notFound() {
            return Progress.failed(ErrorCode.NOT_FOUND, "no such tenant, or no key");
        }

        private static String name(ObjectNode model) {
            boolean whole = model.path("Zone").isString() && model.path("Key").isString();
            return whole ? model.path("Name").stringValue() : "";
        }

        private static ObjectNode visible(ObjectNode model) {
            return model.deepCopy().without("Key");
        }
    }

    @Test
    void givesReadAndDeleteTheWholeModel() {
        assertThat(world.made(id, "{'Zone': 'a', 'Key': 'hush'}").state()).isEqualTo(ProvisioningState.SUCCEEDED);
        IdentifiedRequest asked = asked();
        assertThat(world.identified.get(asked, json("{'Name': 'one'}"), false).properties())
                .isEqualTo(json("{'Name': 'one', 'Zone': 'a'}"));

        world.delete(id);
        world.settle();

        assertThat(world.resources.find(id)).isEmpty();
    }

    private List<ObjectNode> listed() {
        return world.identified
                .list(asked(), new Query(json("{}"), 10, Optional.empty()))
                .identifiers();
    }

    @Test
    void showsAllThatIsListedButForSecrets() {
        world.made(id, "{'Zone': 'a', 'Key': 'hush'}");

        assertThat(listed()).containsExactly(json("{'Name': 'one', 'Zone': 'a'}"));
    }

    @Test
    void cutsEntriesThatDoNotFitTheSchemaToIdentifiers() {
        world.made(id, "{'Zone': 'a', 'Key': 'hush'}");
        Objects.requireNonNull(tenants.there.get("one")).put("Zone", 5);

        assertThat(listed()).containsExactly(json("{'Name': 'one'}"));
    }
}
