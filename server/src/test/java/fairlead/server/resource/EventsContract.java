package fairlead.server.resource;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.event.Event;
import fairlead.server.event.EventFeed;
import fairlead.server.event.EventFeed.Follower;
import fairlead.server.event.EventFeed.Page;
import fairlead.server.operation.Operation;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What those who follow events are told of what is done to resources.
abstract class EventsContract {

    private World world;
    private EventFeed feed;
    private ResourceId gizmo;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        feed = new EventFeed(world.database, world.clock, Duration.ofDays(1), UUID::randomUUID).begin();
        gizmo = world.id(World.GIZMO, "one");
    }

    @AfterEach
    void close() {
        feed.close();
        world.close();
    }

    private List<Event> events() {
        List<Event> events = new ArrayList<>();
        try (Follower follower = feed.follow()) {
            long end = follower.now().position();
            for (long position = feed.place("oldest").position(); position < end; ) {
                Page page = follower.after(position, 100);
                events.addAll(page.events());
                position = page.end();
            }
        }
        return events;
    }

    private List<String> told() {
        return events().stream()
                .map(event -> event.kind().wireName() + " " + event.change())
                .toList();
    }

    private static Progress again(Duration after) {
        return Progress.again(World.json("{'Id': 'gizmo-1', 'Color': 'red'}"), after, World.json("{}"));
    }

    @Test
    void aCreate() {
        world.made(gizmo, "{'Color': 'red'}");
        assertThat(told())
                .containsExactly(
                        "operation Accepted", "resource Creating", "resource Succeeded", "operation Succeeded");
        assertThat(events()).allSatisfy(event -> assertThat(event.resourceId()).isEqualTo(gizmo.toString()));
        assertThat(events()).extracting(Event::resourceType).containsOnly("Test.Shop/gizmos");
    }

    @Test
    void aCreateThatFailsWithTheReason() {
        world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "not today"));
        world.put(gizmo, "{'Color': 'red'}");
        world.settle();
        assertThat(told()).endsWith("resource Failed", "operation Failed");
        assertThat(new String(events().getLast().members(), StandardCharsets.UTF_8))
                .contains("\"error\":{\"code\":\"InvalidRequest\",\"message\":\"not today\"}");
    }

    @Test
    void howFarAnOperationIsButNotTheSameTwice() {
        for (int i = 0; i < 3; i++) {
            world.gizmos.answerNext(again(Duration.ofSeconds(1)));
        }
        world.put(gizmo, "{'Color': 'red'}");
        world.settle();
        assertThat(told()).containsOnlyOnce("operation Running");
    }

    @Test
    void aDelete() {
        world.made(gizmo, "{'Color': 'red'}");
        world.delete(gizmo);
        world.settle();
        assertThat(told())
                .endsWith("operation Accepted", "resource Deleting", "resource Deleted", "operation Succeeded");
    }

    @Test
    void aCancel() {
        world.gizmos.answerNext(again(Duration.ofMinutes(1)));
        world.put(gizmo, "{'Color': 'red'}");
        world.operations.runDue();
        world.operations.cancel(world.operation(gizmo).id());
        world.operations.cancel(world.operation(gizmo).id());
        world.settle();
        assertThat(told()).containsOnlyOnce("operation Canceling").endsWith("resource Canceled", "operation Canceled");
    }

    @Test
    void theDeleteOfAGroupBehindAllThatItDeletes() {
        world.made(gizmo, "{'Color': 'red'}");
        world.deleteGroup();
        assertThat(told()).endsWith("operation Succeeded");
        assertThat(events().getLast().resourceId()).endsWith("/resourceGroups/group");
        assertThat(events()).anyMatch(event -> event.change().equals("Deleted"));
    }

    /// For every operation that there ever was: it is accepted once, and then told to be what it is.
    @Test
    void everyOperationAsItIs() {
        world.made(gizmo, "{'Color': 'red'}");
        world.put(gizmo, "{'Color': 'blue'}");
        world.settle();
        world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "not today"));
        world.put(gizmo, "{'Color': 'green'}");
        world.settle();
        world.deleteGroup();

        List<Operation> operations = world.operations.list(World.SUBSCRIPTION, Optional.empty(), 100);
        assertThat(operations).hasSizeGreaterThan(4).allSatisfy(operation -> {
            List<String> states = events().stream()
                    .filter(event -> event.kind() == Event.Kind.OPERATION)
                    .filter(event -> new String(event.members(), StandardCharsets.UTF_8)
                            .contains(operation.id().toString()))
                    .map(Event::change)
                    .toList();
            assertThat(states)
                    .startsWith("Accepted")
                    .endsWith(operation.state().word())
                    .doesNotHaveDuplicates();
        });
    }
}
