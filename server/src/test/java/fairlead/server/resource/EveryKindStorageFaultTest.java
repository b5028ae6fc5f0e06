package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.DatabaseException;
import fairlead.server.database.FailingStorage;
import fairlead.server.database.FailingStorage.Fault;
import fairlead.server.database.FailingStorage.Moment;
import fairlead.server.operation.OperationKind;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.imports.ImportRequest;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import fairlead.server.stack.StackRequest;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.step.StackOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The storage fails at each call that an operation makes, of each kind of operation that [ResourceStorageFaultTest]
/// does not have, and works again after that.
class EveryKindStorageFaultTest {

    private static final String TARGET = "target";

    @TempDir
    private Path folder;

    private final FailingStorage storage = new FailingStorage();
    private World world;
    private int number;

    /// A request that begins an operation, and what is so before and after it.
    enum Request {
        REPLACE(OperationKind.UPDATE, "red", "blue") {
            @Override
            void prepare(World world, String name) {
                world.made(world.id(GIZMO, name), "{'Color': 'red', 'Pin': '123456'}");
            }

            @Override
            void ask(World world, String name) {
                world.replace(
                        world.id(GIZMO, name),
                        "{'Color': 'blue', 'Pin': '654321', 'Material': 'tin'}",
                        ReplacePolicy.CREATE_THEN_DELETE);
            }

            @Override
            String state(World world, String name) {
                return color(world, world.id(GIZMO, name));
            }
        },
        ACTION(OperationKind.ACTION, "red", "blue") {
            @Override
            void prepare(World world, String name) {
                world.made(world.id(GIZMO, name), "{'Color': 'red'}");
            }

            @Override
            void ask(World world, String name) {
                world.act(world.id(GIZMO, name), "paint", "{'Color': 'blue'}");
            }

            @Override
            String state(World world, String name) {
                return color(world, world.id(GIZMO, name));
            }
        },
        DELETE_GROUP(OperationKind.DELETE_GROUP, "there", "none") {
            @Override
            void prepare(World world, String name) {
                world.scopes.putGroup(DEVELOPER, SUBSCRIPTION, name, "local", json("{}"));
                world.made(world.id(GIZMO, name).in(SUBSCRIPTION, name), "{'Color': 'red'}");
            }

            @Override
            void ask(World world, String name) {
                world.groups.delete(DEVELOPER, SUBSCRIPTION, name);
            }

            @Override
            String state(World world, String name) {
                return world.scopes.findGroup(SUBSCRIPTION, name).isPresent() ? "there" : "none";
            }
        },
        MOVE(OperationKind.MOVE, "red none", "none red") {
            @Override
            void prepare(World world, String name) {
                world.made(world.id(GIZMO, name), "{'Color': 'red'}");
            }

            @Override
            void ask(World world, String name) {
                MoveRequest.Place from = new MoveRequest.Place(SUBSCRIPTION, "group");
                MoveRequest.Place to = new MoveRequest.Place(SUBSCRIPTION, TARGET);
                world.moves.begin(new MoveRequest(DEVELOPER, from, to, List.of(world.id(GIZMO, name))));
            }

            @Override
            String state(World world, String name) {
                ResourceId id = world.id(GIZMO, name);
                return color(world, id) + " " + color(world, id.in(SUBSCRIPTION, TARGET));
            }
        },
        IMPORT(OperationKind.IMPORT, "none", "there") {
            @Override
            void prepare(World world, String name) {
                world.parts.things.put("/" + name, json("{'Name': '" + name + "', 'Text': 'wild'}"));
            }

            @Override
            void ask(World world, String name) {
                world.imports.begin(new ImportRequest(
                        DEVELOPER,
                        world.type(SHELF),
                        new MoveRequest.Place(SUBSCRIPTION, "group"),
                        "local",
                        List.of(new ImportRequest.Item(name, Optional.empty()))));
            }

            @Override
            String state(World world, String name) {
                return world.resources.find(world.id(SHELF, name)).isPresent() ? "there" : "none";
            }
        },
        STACK(OperationKind.STACK, "none", "CREATE_COMPLETE") {
            @Override
            void prepare(World world, String name) {}

            @Override
            void ask(World world, String name) {
                world.stacks
                        .stacks()
                        .create(
                                new StackRequest(DEVELOPER, Optional.empty(), name),
                                PLACE,
                                name,
                                "plain",
                                json("{'nodes': {'G': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red'}}}}"),
                                StackOrder.of(StackOrder.Purpose.CREATE, StackOrder.OnFailure.ROLLBACK, ""),
                                false);
            }

            @Override
            String state(World world, String name) {
                return world.stacks
                        .stacks()
                        .find(PLACE, name)
                        .map(stack -> stack.status().name())
                        .orElse("none");
            }
        };

        private static final StackPlace PLACE = new StackPlace(SUBSCRIPTION, "group", "local");

        private final OperationKind kind;
        private final String before;
        private final String after;

        Request(OperationKind kind, String before, String after) {
            this.kind = kind;
            this.before = before;
            this.after = after;
        }

        abstract void prepare(World world, String name);

        abstract void ask(World world, String name);

        abstract String state(World world, String name);

        private static String color(World world, ResourceId id) {
            return world.resources
                    .find(id)
                    .map(resource -> json(new String(resource.properties(), StandardCharsets.UTF_8))
                            .path("Color")
                            .asString(""))
                    .orElse("none");
        }
    }

    @BeforeEach
    void open() {
        world = new World(storage.open(folder.resolve("fairlead.db")), "node-1", Vault.newKeyset());
        world.scopes.putGroup(DEVELOPER, SUBSCRIPTION, TARGET, "local", json("{}"));
    }

    @AfterEach
    void close() {
        world.close();
    }

    /// Whether the request was taken. What follows it may meet the storage's failures as well.
    private boolean isAskedFor(Request request, String name) {
        boolean taken = false;
        try {
            request.ask(world, name);
            taken = true;
            world.settle();
        } catch (DatabaseException failure) {
            assertThat(failure.kind()).isIn(DatabaseException.Kind.FULL, DatabaseException.Kind.UNAVAILABLE);
        }
        return taken;
    }

    private String prepared(Request request) {
        String name = "n" + number++;
        request.prepare(world, name);
        return name;
    }

    @ParameterizedTest
    @EnumSource
    void isDoneWhollyOrNotAtAllWhicheverCallFails(Request request) {
        isAskedFor(request, prepared(request));
        String name = prepared(request);
        List<String> sites =
                storage.reachedBy(() -> assertThat(isAskedFor(request, name)).isTrue());
        assertThat(request.state(world, name)).isEqualTo(request.after);
        assertThat(sites).contains("BEGIN IMMEDIATE", "COMMIT").hasSizeGreaterThan(10);
        for (int i = 0; i < sites.size(); i++) {
            for (Moment moment : Moment.values()) {
                int code = i % 2 == 0 ? FailingStorage.FULL : FailingStorage.IO_ERROR;
                failAt(request, i, i % 3 == 0 ? 4 : 1, new Fault(code, moment), sites.get(i));
            }
        }
    }

    private void failAt(Request request, int site, int times, Fault fault, String sql) {
        String name = prepared(request);
        storage.failFrom(site, times, fault);
        boolean taken = isAskedFor(request, name);
        String what = request + " at call " + site + ", " + times + " times, " + fault + ": " + sql;
        assertThat(storage.failures()).as(what).isPositive();
        storage.heal();

        settle(what);
        assertThat(request.state(world, name)).as(what).isIn(request.before, request.after);
        if (taken) {
            assertThat(request.state(world, name)).as("lost: %s", what).isEqualTo(request.after);
        } else {
            askAgain(request, name);
            assertThat(request.state(world, name)).as("asked again: %s", what).isEqualTo(request.after);
        }
    }

    private void settle(String what) {
        try {
            world.settle();
        } catch (IllegalStateException underWay) {
            throw new AssertionError(what, underWay);
        }
    }

    /// What was done although no caller was told can't be done once more.
    private void askAgain(Request request, String name) {
        try {
            request.ask(world, name);
            world.settle();
        } catch (ProblemException done) {
            assertThat(request.state(world, name)).isEqualTo(request.after);
        }
    }

    /// Types are registered and tested by another package, whose operations fail in a server of their own.
    @Test
    void leavesOutNoKindOfOperation() {
        Set<OperationKind> kinds = EnumSet.of(
                OperationKind.CREATE, OperationKind.DELETE, OperationKind.REGISTER_TYPE, OperationKind.TEST_TYPE);
        for (Request request : Request.values()) {
            kinds.add(request.kind);
        }
        assertThat(kinds).isEqualTo(EnumSet.allOf(OperationKind.class));
    }
}
