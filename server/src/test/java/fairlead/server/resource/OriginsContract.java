package fairlead.server.resource;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.AuditTrail.Search;
import fairlead.server.database.Database;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The ids of a request are in everything that it causes.
abstract class OriginsContract {

    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

    private World world;
    private ResourceId gizmo;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        gizmo = world.id(World.GIZMO, "one");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private List<String> eventOrigins() {
        return world.database.read(transaction -> transaction.query(
                "SELECT kind, request_id, correlation_id, client_request_id FROM event ORDER BY seq",
                row -> String.join(" ", row.text(), row.text(), row.text(), row.text())));
    }

    private List<JsonNode> audit(Search search) {
        return world.database.read(transaction -> new AuditTrail()
                .list(transaction, search, LAST, 0, 100).stream()
                        .map(entry -> JsonMapper.shared().readTree(entry.json()))
                        .toList());
    }

    private static Search search(Optional<String> resource, Optional<String> correlation) {
        return new Search(
                Optional.of(World.SUBSCRIPTION), resource, correlation, Optional.empty(), Instant.EPOCH, LAST);
    }

    @Test
    void eventsOfTheRequestAndOfItsOperationHaveThem() {
        world.put(gizmo, "{\"Color\": \"red\"}");
        world.operations.runDue();
        assertThat(eventOrigins())
                .contains("Creating request correlation client", "Succeeded request correlation client");
    }

    @Test
    void handlersAreToldThem() {
        world.put(gizmo, "{\"Color\": \"red\"}");
        world.operations.runDue();
        assertThat(world.gizmos.contexts).isNotEmpty().allSatisfy(context -> {
            assertThat(context.trace().requestId()).isEqualTo("request");
            assertThat(context.trace().headers())
                    .containsEntry("x-ms-correlation-request-id", "correlation")
                    .containsEntry("x-ms-client-request-id", "client");
        });
    }

    @Test
    void anAuditRecordIsFoundByItsResourceInAnyCase() {
        world.put(gizmo, "{\"Color\": \"red\"}");
        List<JsonNode> found = audit(search(Optional.of(gizmo.toString().toUpperCase(Locale.ROOT)), Optional.empty()));
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().path("requestID").stringValue()).isEqualTo("request");
        assertThat(found.getFirst().path("eventName").stringValue()).isEqualTo("PutResource");
    }

    @Test
    void auditRecordsAreFoundByTheAddressOfWhatIsGoneAndOfWhatHasComeInItsPlace() {
        world.made(gizmo, "{'Color': 'red'}");
        world.delete(gizmo);
        world.settle();
        assertThat(deeds(gizmo)).containsExactly("DeleteResource", "PutResource");
        world.clock.advance(java.time.Duration.ofMinutes(1));
        world.made(gizmo, "{'Color': 'blue'}");
        assertThat(deeds(gizmo)).containsExactly("PutResource", "DeleteResource", "PutResource");
        assertThat(deeds(world.id(World.GIZMO, "two"))).isEmpty();
    }

    @Test
    void auditRecordsAreFoundByTheAddressesBeforeAndBehindAMove() {
        world.scopes.putGroup(World.DEVELOPER, World.SUBSCRIPTION, "second", "local", World.json("{}"));
        world.made(gizmo, "{'Color': 'red'}");
        world.moves.begin(new MoveRequest(
                World.DEVELOPER,
                new MoveRequest.Place(World.SUBSCRIPTION, "group"),
                new MoveRequest.Place(World.SUBSCRIPTION, "second"),
                List.of(gizmo)));
        world.settle();
        assertThat(deeds(gizmo.in(World.SUBSCRIPTION, "second"))).contains("PutResource");
        assertThat(deeds(gizmo)).isEqualTo(deeds(gizmo.in(World.SUBSCRIPTION, "second")));
    }

    private List<String> deeds(ResourceId id) {
        return audit(search(Optional.of(id.toString()), Optional.empty())).stream()
                .map(deed -> deed.path("eventName").stringValue())
                .toList();
    }

    @Test
    void anAuditRecordIsFoundByItsCorrelation() {
        world.put(gizmo, "{\"Color\": \"red\"}");
        assertThat(audit(search(Optional.empty(), Optional.of("correlation"))))
                .extracting(deed -> deed.path("eventName").stringValue())
                .contains("PutResource");
        assertThat(audit(search(Optional.empty(), Optional.of("another")))).isEmpty();
    }

    @Test
    void auditRecordsAreFoundByTheirTimeAndPageByPage() {
        Instant noon = world.clock.instant();
        world.put(gizmo, "{\"Color\": \"red\"}");
        world.clock.advance(java.time.Duration.ofMinutes(1));
        world.put(world.id(World.GIZMO, "two"), "{\"Color\": \"red\"}");
        Search first = new Search(
                Optional.of(World.SUBSCRIPTION),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                noon,
                noon.plusSeconds(1));
        assertThat(audit(first))
                .noneMatch(deed -> deed.at("/resources/0/ARN").stringValue().endsWith("/two"))
                .anyMatch(deed -> deed.at("/resources/0/ARN").stringValue().endsWith("/one"));
        List<AuditTrail.Entry> page = world.database.read(transaction ->
                new AuditTrail().list(transaction, search(Optional.empty(), Optional.empty()), LAST, 0, 1));
        List<AuditTrail.Entry> next = world.database.read(transaction -> new AuditTrail()
                .list(
                        transaction,
                        search(Optional.empty(), Optional.empty()),
                        page.getLast().at(),
                        page.getLast().seq(),
                        100));
        assertThat(next)
                .isNotEmpty()
                .noneMatch(entry -> entry.seq() == page.getLast().seq());
    }
}
