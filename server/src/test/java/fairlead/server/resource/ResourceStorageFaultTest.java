package fairlead.server.resource;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.DatabaseException;
import fairlead.server.database.FailingStorage;
import fairlead.server.database.FailingStorage.Fault;
import fairlead.server.database.FailingStorage.Moment;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The storage fails at each call that a change of a resource makes, from the request to the end of its operation, and
/// works again after that.
class ResourceStorageFaultTest {

    private static final List<Integer> TIMES = List.of(1, 4);

    @TempDir
    private Path folder;

    private final FailingStorage storage = new FailingStorage();
    private World world;
    private int number;

    /// A change, and the color of the resource before and after it.
    private enum Change {
        CREATE(Optional.empty(), Optional.of("red")) {
            @Override
            void ask(World world, ResourceId id) {
                world.put(id, "{'Color': 'red'}");
            }
        },
        UPDATE(Optional.of("green"), Optional.of("blue")) {
            @Override
            void ask(World world, ResourceId id) {
                world.put(id, "{'Color': 'blue'}");
            }
        },
        DELETE(Optional.of("green"), Optional.empty()) {
            @Override
            void ask(World world, ResourceId id) {
                world.delete(id);
            }
        };

        private final Optional<String> before;
        private final Optional<String> after;

        Change(Optional<String> before, Optional<String> after) {
            this.before = before;
            this.after = after;
        }

        abstract void ask(World world, ResourceId id);
    }

    @BeforeEach
    void open() {
        world = new World(storage.open(folder.resolve("fairlead.db")), "node-1", Vault.newKeyset());
    }

    @AfterEach
    void close() {
        world.close();
    }

    private ResourceId prepared(Change change) {
        ResourceId id = world.id(World.GIZMO, "g" + number++);
        change.before.ifPresent(color -> world.made(id, "{'Color': '" + color + "'}"));
        return id;
    }

    private Optional<String> color(ResourceId id) {
        return world.resources
                .find(id)
                .map(Resource::properties)
                .map(bytes -> World.json(new String(bytes, StandardCharsets.UTF_8))
                        .path("Color")
                        .asString(""));
    }

    /// Whether the request was taken. What follows it may meet the storage's failures as well.
    private boolean isAskedFor(Change change, ResourceId id) {
        boolean taken = false;
        try {
            change.ask(world, id);
            taken = true;
            world.settle(id);
        } catch (DatabaseException failure) {
            assertThat(failure.kind()).isIn(DatabaseException.Kind.FULL, DatabaseException.Kind.UNAVAILABLE);
        }
        return taken;
    }

    @Test
    void aCreateIsWhollyThereOrNotAtAll() {
        requireThatEachCallMayFail(Change.CREATE);
    }

    @Test
    void anUpdateIsMadeWhollyOrNotAtAll() {
        requireThatEachCallMayFail(Change.UPDATE);
    }

    @Test
    void aDeleteIsMadeWhollyOrNotAtAll() {
        requireThatEachCallMayFail(Change.DELETE);
    }

    private void requireThatEachCallMayFail(Change change) {
        sites(change);
        List<String> sites = sites(change);
        assertThat(sites).contains("BEGIN IMMEDIATE", "COMMIT").hasSizeGreaterThan(10);
        for (int i = 0; i < sites.size(); i++) {
            for (int times : TIMES) {
                for (Moment moment : Moment.values()) {
                    int code = i % 2 == 0 ? FailingStorage.FULL : FailingStorage.IO_ERROR;
                    failAt(change, i, times, new Fault(code, moment), sites.get(i));
                }
            }
        }
    }

    private List<String> sites(Change change) {
        ResourceId id = prepared(change);
        List<String> sites =
                storage.reachedBy(() -> assertThat(isAskedFor(change, id)).isTrue());
        world.delete(id);
        world.settle(id);
        return sites;
    }

    private void failAt(Change change, int site, int times, Fault fault, String sql) {
        ResourceId id = prepared(change);
        storage.failFrom(site, times, fault);
        boolean taken = isAskedFor(change, id);
        String what = change + " at call " + site + ", " + times + " times, " + fault + ": " + sql;
        assertThat(storage.failures()).as(what).isPositive();
        storage.heal();

        world.settle(id);
        Optional<String> color = color(id);
        assertThat(color).as(what).isIn(change.before, change.after);
        assertThat(taken && !color.equals(change.after)).as("lost: %s", what).isFalse();
        ResourceId another = world.id(World.GIZMO, "g" + number++);
        world.made(another, "{'Color': 'red'}");
        assertThat(color(another)).as(what).contains("red");
        List.of(id, another).forEach(each -> {
            world.delete(each);
            world.settle(each);
        });
        assertThat(world.gizmos.things).as("left behind: %s", what).isEmpty();
    }
}
