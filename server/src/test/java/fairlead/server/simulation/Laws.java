package fairlead.server.simulation;

import fairlead.schema.TypeName;
import fairlead.server.database.Row;
import fairlead.server.operation.Operation;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Orphan;
import fairlead.server.resource.record.OrphanStore;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.ResourceId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// What has to be so when a history has come to rest.
final class Laws {

    private static final String OPEN = """
        SELECT id || ' ' || kind || ' ' || status || ', owner ' || coalesce(owner, 'none') || ', due ' || due_at
          || ', attempt ' || attempt || ', fence ' || fence || ', interruptions ' || interruptions
        FROM operation WHERE ended_at IS NULL
        """;
    private static final String RECORDS =
            "SELECT arm_id, type_name, identifier, state, doubt, properties FROM resource ORDER BY arm_id";
    private static final String VERSIONS = "SELECT resource, version FROM event WHERE version > 0 ORDER BY seq";
    private static final String PLACES = "SELECT seq FROM event ORDER BY seq";
    private static final int PATIENCE = 2000;

    private final Simulation world;

    Laws(Simulation world) {
        this.world = world;
    }

    private record Found(
            String id,
            String type,
            Optional<String> identifier,
            String state,
            Optional<String> doubt,
            ObjectNode model) {

        static Found of(Row row) throws java.sql.SQLException {
            return new Found(
                    row.text(),
                    row.text(),
                    row.textIfAny(),
                    row.text(),
                    row.textIfAny(),
                    Documents.object(row.bytes()));
        }
    }

    private <T> List<T> query(String sql, fairlead.server.database.Transaction.Reader<T> reader) {
        return world.disk().read(transaction -> transaction.query(sql, reader));
    }

    /// Every operation comes to an end.
    void rest() {
        for (int i = 0; i < PATIENCE; i++) {
            if (world.isUp() && query(OPEN, Row::text).isEmpty()) {
                return;
            }
            world.sleep(Duration.ofSeconds(5));
        }
        world.violation("operations never end at " + world.now() + ": " + query(OPEN, Row::text));
    }

    void hold() {
        acknowledgedOperationsAreThere();
        eventsAreInOrder();
        List<Found> records = query(RECORDS, Found::of);
        records.forEach(this::recordAgrees);
        nothingIsForgotten(records);
    }

    private void acknowledgedOperationsAreThere() {
        Node node = world.node();
        world.acknowledged().forEach((id, words) -> {
            Optional<Operation> found = node.operations.find(id);
            if (found.isEmpty()) {
                world.violation("an acknowledged operation is lost: " + id + ", " + words);
            } else if (!found.get().state().terminal()) {
                world.violation("an operation has not ended: " + id + ", " + words);
            }
        });
    }

    private void eventsAreInOrder() {
        Map<String, Long> versions = new HashMap<>();
        query(VERSIONS, row -> Map.entry(row.text(), row.number())).forEach(event -> {
            long before = versions.getOrDefault(event.getKey(), event.getValue() - 1);
            if (event.getValue() != before + 1) {
                world.violation("of " + event.getKey() + " version " + event.getValue() + " follows " + before);
            }
            versions.put(event.getKey(), event.getValue());
        });
        List<Long> places = query(PLACES, Row::number);
        for (int i = 1; i < places.size(); i++) {
            if (places.get(i) != places.get(i - 1) + 1) {
                world.violation("there is a gap before event " + places.get(i));
            }
        }
        query("SELECT uid, version FROM resource", row -> Map.entry(row.text(), row.number()))
                .forEach(record -> {
                    long told = versions.getOrDefault(record.getKey(), -1L);
                    if (told != record.getValue()) {
                        world.violation("the record " + record.getKey() + " has version " + record.getValue()
                                + ", the last event of it " + told);
                    }
                });
    }

    private SimulatedService service(String type) {
        return type.equals(Node.GIZMO.toString()) ? world.gizmos() : world.shelves();
    }

    private void recordAgrees(Found record) {
        if (!record.state().equals("Succeeded")) {
            return;
        }
        ObjectNode thing =
                service(record.type()).things().get(record.identifier().orElse(""));
        if (thing == null) {
            world.violation("what has succeeded is not there: " + record);
        } else if (!thing.equals(record.model()) && !world.mayDiffer(record.id())) {
            world.violation("what has succeeded is otherwise: " + record + ", there is " + thing);
        }
    }

    /// Each thing belongs to a record, is left behind, or is what a record is in doubt of.
    private void nothingIsForgotten(List<Found> records) {
        List<Orphan> orphans = orphans();
        forgotten(Node.GIZMO, records, orphans);
        forgotten(Node.SHELF, records, orphans);
    }

    private void forgotten(TypeName type, List<Found> records, List<Orphan> orphans) {
        SimulatedService service = service(type.toString());
        for (String identifier : service.things().keySet()) {
            String maker = service.maker(identifier);
            Optional<String> name = Optional.of(identifier);
            boolean known = records.stream()
                            .filter(record -> record.type().equals(type.toString()))
                            .anyMatch(record -> record.identifier().equals(name)
                                    || record.doubt()
                                            .filter(doubt -> doubt.startsWith(maker))
                                            .isPresent())
                    || orphans.stream()
                            .anyMatch(orphan -> orphan.identifier().equals(name)
                                    || (orphan.identifier().isEmpty() && orphan.desired().length > 0));
            if (!known) {
                world.violation("no record knows of " + identifier + ", made by the create with the token " + maker);
            }
        }
    }

    private List<Orphan> orphans() {
        return world.disk()
                .read(transaction ->
                        new OrphanStore().due(transaction, java.time.Instant.parse("2027-12-31T00:00:00Z"), 100));
    }

    /// Whatever has gone wrong, what is deleted is gone.
    void cleanUp() {
        for (int round = 0; round < 6; round++) {
            Node node = world.node();
            orphans().forEach(node.orphans::attempt);
            query(RECORDS, Found::of).forEach(record -> delete(node, record));
            rest();
        }
        query(RECORDS, Found::of).forEach(record -> world.violation("can't be deleted: " + record));
        orphans().forEach(orphan -> world.violation("is left behind for ever: " + orphan));
        Stream.of(world.gizmos(), world.shelves())
                .flatMap(service -> service.things().keySet().stream()
                        .map(name -> name + ", made by the create with the token " + service.maker(name)))
                .forEach(thing -> world.violation("is there though everything is deleted: " + thing));
    }

    private void delete(Node node, Found record) {
        TypeName type = TypeName.parse(record.type());
        ResourceId id = new ResourceId(
                Node.SUBSCRIPTION,
                Node.GROUP,
                node.type(type).armType(),
                List.of(record.id().substring(record.id().lastIndexOf('/') + 1)));
        try {
            node.resources.delete(new Delete(Node.CALLER, id, node.type(type), Preconditions.NONE));
        } catch (ProblemException refused) {
            world.violation(
                    "the delete of " + id + " is refused: " + refused.problem().message());
        }
    }
}
