package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.data.DataClass;
import fairlead.server.database.Database;
import fairlead.server.drift.Drifts;
import fairlead.server.drift.Finding;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.Listing.Scope.InSubscription;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resealing;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.KeyRing;
import fairlead.server.secret.KeyRotation;
import fairlead.server.secret.KeyRow;
import fairlead.server.secret.KeySource;
import fairlead.server.secret.Keys;
import fairlead.server.secret.Phase;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Metrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is stored of types that have data of classes which are sealed.
abstract class SealingContract {

    private static final String KEYSET = Vault.newKeyset();

    private Database database;
    private int nodes = 1;
    private World before;
    private World world;
    private ResourceId gizmo;

    abstract Database open();

    /// Everything that lies on the disk, as text in which each byte is a character.
    abstract String onDisk(Database opened) throws IOException;

    @BeforeEach
    void begin() {
        database = open();
        before = new World(database, "node-1", KEYSET);
        world = with(Set.of(DataClass.CONTENT, DataClass.ACCOUNT));
        gizmo = world.id(GIZMO, "one");
    }

    @AfterEach
    void end() {
        before.close();
    }

    private World with(Set<DataClass> sealed) {
        return new World(database, "node-" + ++nodes, KEYSET, before.gizmos, before.parts, before.labels, sealed);
    }

    private static Drifts drifts(World world) {
        return DriftContract.drifts(world, new Metrics());
    }

    private static Finding found(World world, ResourceId id) {
        return drifts(world).detect(DEVELOPER, id).report().orElseThrow().finding();
    }

    @Test
    void noneOfItLiesOnTheDiskWhateverIsDone() throws IOException {
        world.made(gizmo, "{'Color': 'red', 'Material': 'mark-oak', 'Labels': ['mark-one']}");
        world.made(gizmo, "{'Color': 'red', 'Material': 'mark-oak', 'Labels': ['mark-two']}");
        world.patch(gizmo, "{'Labels': ['mark-three']}");
        world.settle(gizmo);
        world.gizmos.answerNext(Progress.again(json("{'Id': 'gizmo-1'}"), Duration.ofSeconds(1), json("{'m': 1}")));
        world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "no mark-four here, and no mark-oak"));
        world.put(gizmo, "{'Color': 'blue', 'Material': 'mark-oak', 'Labels': ['mark-four']}");
        world.settle(gizmo);
        world.gizmos.thing("gizmo-1").set("Labels", json("{'l': ['mark-five']}").get("l"));
        found(world, gizmo);
        world.replace(
                gizmo,
                "{'Color': 'red', 'Material': 'mark-elm', 'Labels': ['mark-six']}",
                ReplacePolicy.CREATE_THEN_DELETE);
        world.settle(gizmo);
        assertThat(world.properties(gizmo).path("Material").asString()).isEqualTo("mark-elm");
        assertThat(onDisk(database)).contains(gizmo.toString()).doesNotContain("mark-");
        world.delete(gizmo);
        world.settle();
        assertThat(onDisk(database)).doesNotContain("mark-");
    }

    @Test
    void whoReadsAndListsGetsItInClear() {
        world.made(gizmo, "{'Color': 'red', 'Material': 'oak', 'Labels': ['one']}");
        assertThat(world.properties(gizmo).path("Material").asString()).isEqualTo("oak");
        Listing listing = new Listing(new InSubscription(World.SUBSCRIPTION), Optional.empty(), 10);
        assertThat(world.inventory
                        .list(listing, world.registered(GIZMO), ReadableResources.ALL)
                        .resources())
                .extracting(resource ->
                        Documents.object(resource.properties()).path("Material").asString())
                .containsExactly("oak");
    }

    @Test
    void differencesAndForecastsAreFoundInIt() {
        world.made(gizmo, "{'Color': 'red', 'Material': 'oak', 'Labels': ['one']}");
        world.gizmos.thing("gizmo-1").set("Labels", json("{'l': ['two']}").get("l"));
        assertThat(found(world, gizmo)).isInstanceOf(Finding.Differs.class).isEqualTo(found(world, gizmo));
    }

    @Test
    void anUpdateThatIsInterruptedGoesOnAndOneThatFailsGoesBack() {
        world.made(gizmo, "{'Color': 'red', 'Material': 'oak', 'Labels': ['one']}");
        world.working = false;
        world.put(gizmo, "{'Color': 'red', 'Material': 'oak', 'Labels': ['two']}");
        World heir = with(Set.of(DataClass.CONTENT));
        heir.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "no"));
        heir.settle(gizmo);
        assertThat(heir.properties(gizmo).path("Labels"))
                .isEqualTo(json("{'l': ['one']}").get("l"));
    }

    @Test
    void whatWasStoredBeforeIsReadAndSealedAtTheNextChange() throws IOException {
        before.made(gizmo, "{'Color': 'red', 'Material': 'mark-oak'}");
        assertThat(world.properties(gizmo).path("Material").asString()).isEqualTo("mark-oak");
        world.made(gizmo, "{'Color': 'blue', 'Material': 'mark-oak'}");
        assertThat(lies("mark-oak")).isFalse();
    }

    @Test
    void whatWasStoredBeforeIsSealedByAStart() {
        ResourceId two = world.id(GIZMO, "two");
        before.made(gizmo, "{'Color': 'red', 'Material': 'mark-oak'}");
        world.made(two, "{'Color': 'red', 'Material': 'mark-elm'}");
        Resource present = before.resources.get(gizmo);
        assertThat(lies("mark-oak")).isTrue();

        assertThat(new Resealing(database, world.types).seal()).isEqualTo(1);

        assertThat(lies("mark-oak")).isFalse();
        assertThat(world.resources.get(gizmo).etag()).isEqualTo(present.etag());
        assertThat(world.properties(gizmo)).isEqualTo(Documents.object(present.properties()));
        assertThat(new Resealing(database, world.types).seal()).isZero();
    }

    @Test
    void whatIsSealedIsReadWhenNothingIsSealedAnyMoreAndStoredInClearAtTheNextChange() {
        world.made(gizmo, "{'Color': 'red', 'Material': 'mark-oak'}");
        assertThat(lies("mark-oak")).isFalse();
        assertThat(before.properties(gizmo).path("Material").asString()).isEqualTo("mark-oak");
        before.made(gizmo, "{'Color': 'blue', 'Material': 'mark-oak'}");
        assertThat(lies("mark-oak")).isTrue();
    }

    @Test
    void typesWithoutSuchDataAreStoredAsEver() {
        ResourceId shelf = world.id(World.SHELF, "s1");
        world.made(shelf, "{'Name': 's1'}");
        assertThat(lies("s1")).isTrue();
        World permissions = with(Set.of(DataClass.PERMISSIONS));
        permissions.made(gizmo, "{'Color': 'red', 'Material': 'mark-oak'}");
        assertThat(lies("mark-oak")).isTrue();
    }

    @Test
    void whatIsSealedOpensInItsOwnPlaceAlone() {
        ResourceId two = world.id(GIZMO, "two");
        world.made(gizmo, "{'Color': 'red', 'Material': 'oak'}");
        world.made(two, "{'Color': 'red', 'Material': 'elm'}");
        String from = world.resources.get(gizmo).uid().toString();
        String to = world.resources.get(two).uid().toString();
        database.write(transaction -> transaction.update(
                "UPDATE resource SET properties = (SELECT properties FROM resource WHERE uid = ?) WHERE uid = ?",
                from,
                to));
        assertThatThrownBy(() -> world.resources.get(two))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("can't open");
    }

    /// Records, drift, outputs and simulated resources, as they are written by what writes them.
    @Test
    void afterARotationAllOfItIsOpenedByTheNewKeyAlone() {
        world.made(gizmo, "{'Color': 'red', 'Material': 'oak', 'Labels': ['one'], 'Pin': '1234'}");
        Resource present = world.resources.get(gizmo);
        world.gizmos.thing("gizmo-1").set("Labels", json("{'l': ['two']}").get("l"));
        Finding finding = found(world, gizmo);
        KeySource row = new KeyRow(database);
        row.make(KEYSET);
        KeyRing keys = new Keys(database, world.clock).ring(row);
        KeyRotation rotation = new KeyRotation(keys, new Vault(keys), world.clock, "rotating", (_, _) -> {});
        assertThat(rotation.rotate((_, _) -> {})).isInstanceOf(KeyRotation.Begun.Started.class);
        while (!rotation.status().phase().equals(Optional.of(Phase.DONE))) {
            if (!rotation.step().isZero()) {
                world.clock.advance(Duration.ofMinutes(3));
            }
        }

        World after = new World(
                database,
                "after",
                row.read().orElseThrow(),
                before.gizmos,
                before.parts,
                before.labels,
                Set.of(DataClass.CONTENT, DataClass.ACCOUNT));
        assertThat(after.properties(gizmo)).isEqualTo(Documents.object(present.properties()));
        assertThat(after.resources.get(gizmo).etag()).isEqualTo(present.etag());
        assertThat(after.resources
                        .get(gizmo)
                        .whole(after.type(GIZMO).schema(), after.vault())
                        .path("Pin"))
                .isEqualTo(json("{'p': '1234'}").get("p"));
        assertThat(drifts(after).get(gizmo).report().orElseThrow().finding()).isEqualTo(finding);
        assertThatThrownBy(() -> world.resources.get(gizmo)).isInstanceOf(IllegalStateException.class);
    }

    /// Whether a resource's documents have the text in clear.
    private boolean lies(String text) {
        List<String> documents = database.read(transaction -> transaction.query(
                "SELECT desired, properties FROM resource",
                row -> new String(row.bytes(), StandardCharsets.UTF_8)
                        + new String(row.bytes(), StandardCharsets.UTF_8)));
        return documents.stream().anyMatch(document -> document.contains(text));
    }
}
