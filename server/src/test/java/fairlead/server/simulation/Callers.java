package fairlead.server.simulation;

import fairlead.server.database.DatabaseException;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Actions;
import fairlead.server.resource.IdentifiedRequest;
import fairlead.server.resource.change.ActionRequest;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Patch;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.imports.ImportRequest;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.simulation.Scheduler.Task;
import fairlead.server.type.TypeVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One of those who ask for changes: it sends one request after the other, some twice at once, and repeats what was not
/// answered. A [Guide] has its own requests sent the same way.
final class Callers {

    private static final int RESOURCES = 10;
    private static final int GIZMOS = 6;
    private static final List<String> COLORS = List.of("red", "green", "blue");
    private static final List<String> MATERIALS = List.of("tin", "wood");

    private final Simulation world;

    Callers(Simulation world) {
        this.world = world;
    }

    /// What is sent.
    private interface Request {
        /// The operation that has begun, if one has.
        Optional<OperationId> send(Node node);
    }

    private record Named(String words, Request request) {}

    void run() {
        while (world.asksForMore()) {
            world.sleep(Duration.ofMillis(world.chance(8000)));
            Named what = drawn();
            if (!what.words().contains(" ") || !world.isLeftAlone(what.words().split(" ", 3)[1])) {
                world.countRequest();
                deliver(what);
            }
        }
    }

    /// Sends a request that is on the way to a certain step.
    void ask(Route.Wish wish, String name, int turn) {
        world.countRequest();
        deliver(wished(wish, name, COLORS.get(turn % 3), MATERIALS.get(turn % 2)));
    }

    private Named wished(Route.Wish wish, String name, String color, String material) {
        return switch (wish) {
            case PUT -> new Named("PUT " + name + " " + color, node -> put(node, gizmo(node, name), color));
            case PUT_SHELF -> new Named("PUT " + name + " " + color, node -> putShelf(node, name, color));
            case MAKE_BEFORE_DELETE -> replacing(name, color, material, ReplacePolicy.CREATE_THEN_DELETE);
            case DELETE_BEFORE_MAKE -> replacing(name, color, material, ReplacePolicy.DELETE_THEN_CREATE);
            case PAINT -> new Named("POST paint " + name + " " + color, node -> paint(node, gizmo(node, name), color));
            case DELETE -> new Named("DELETE " + name, node -> delete(node, address(node, name)));
            case DELETE_GROUP -> new Named("DELETE group", this::deleteGroup);
            case IMPORT -> new Named("import gizmos", this::importAll);
        };
    }

    private Named replacing(String name, String color, String material, ReplacePolicy how) {
        return new Named(
                "PUT " + name + " " + color + " " + material + " " + how,
                node -> replace(node, gizmo(node, name), color, material, how));
    }

    /// A resource by its name.
    static ResourceId address(Node node, String name) {
        return isShelf(name) ? shelf(node, name) : gizmo(node, name);
    }

    /// The name of a resource of one of the two types.
    static String name(boolean shelf, int number) {
        return "r" + (shelf ? GIZMOS + number % (RESOURCES - GIZMOS) : number % GIZMOS);
    }

    private static boolean isShelf(String name) {
        return Integer.parseInt(name.substring(1)) >= GIZMOS;
    }

    private Named drawn() {
        int name = world.chance(RESOURCES);
        int kind = world.chance(100);
        return name < GIZMOS ? ofGizmo("r" + name, kind) : ofShelf("r" + name, kind);
    }

    private Named ofGizmo(String name, int kind) {
        String color = COLORS.get(world.chance(3));
        if (kind < 34) {
            return new Named("PUT " + name + " " + color, node -> put(node, gizmo(node, name), color));
        }
        if (kind < 46) {
            ReplacePolicy how =
                    world.chance(2) == 0 ? ReplacePolicy.CREATE_THEN_DELETE : ReplacePolicy.DELETE_THEN_CREATE;
            String material = MATERIALS.get(world.chance(2));
            return replacing(name, color, material, how);
        }
        if (kind < 54) {
            return new Named("PATCH " + name + " " + color, node -> patch(node, gizmo(node, name), color));
        }
        if (kind < 64) {
            return new Named("POST paint " + name + " " + color, node -> paint(node, gizmo(node, name), color));
        }
        return kind < 78 ? new Named("DELETE " + name, node -> delete(node, gizmo(node, name))) : looking(name, kind);
    }

    private Named looking(String name, int kind) {
        if (kind < 90) {
            return new Named("GET " + name, node -> get(node, gizmo(node, name)));
        }
        if (kind < 94) {
            return new Named("LIST", Callers::list);
        }
        return kind < 97
                ? new Named("import gizmos", this::importAll)
                : new Named(
                        kind < 99 ? "GET " + name : "DELETE group",
                        kind < 99 ? node -> get(node, gizmo(node, name)) : this::deleteGroup);
    }

    private Named ofShelf(String name, int kind) {
        String text = COLORS.get(world.chance(3));
        ClientToken token = new ClientToken("token-" + world.nextToken(), "digest");
        if (kind < 25) {
            return new Named("PUT " + name + " " + text, node -> putShelf(node, name, text));
        }
        if (kind < 50) {
            return new Named(
                    "CreateResource " + name + " " + text,
                    node -> began(node.identified.create(asked(node), shelfModel(name, text), token)));
        }
        if (kind < 70) {
            return new Named(
                    "UpdateResource " + name + " " + text,
                    node -> began(node.identified.update(
                            asked(node), json().put("Name", name), model -> model.put("Text", text), token)));
        }
        return kind < 90
                ? new Named(
                        "DeleteResource " + name,
                        node -> began(node.identified.delete(asked(node), json().put("Name", name), token)))
                : new Named("GetResource " + name, node -> {
                    node.identified.get(asked(node), json().put("Name", name), true);
                    return Optional.empty();
                });
    }

    // -- delivery -------------------------------------------------------------------------------------------

    private void deliver(Named what) {
        Optional<Fault> fault = world.strike(Fault.Point.REQUEST);
        int copies = fault.equals(Optional.of(Fault.DUPLICATE)) ? 2 : 1;
        List<OperationId> begun = new ArrayList<>();
        boolean answered = send(what, copies, begun);
        if (!answered || fault.equals(Optional.of(Fault.LOST_REPLY))) {
            world.note("asks again: " + what.words());
            world.sleep(Duration.ofMillis(world.chance(2000)));
            send(what, 1, begun);
        }
        boolean tokened = what.words().contains("Resource ");
        if (tokened && begun.stream().distinct().count() > 1) {
            world.violation("the request " + what.words() + " with one token has begun " + begun);
        }
    }

    private boolean send(Named what, int copies, List<OperationId> begun) {
        Node node = world.node();
        boolean[] answered = new boolean[copies];
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < copies; i++) {
            int copy = i;
            tasks.add(world.inProcess("request", () -> answered[copy] = sent(node, what, begun)));
        }
        tasks.forEach(world::join);
        return answered[0];
    }

    private boolean sent(Node node, Named what, List<OperationId> begun) {
        world.note(what.words());
        try {
            Optional<OperationId> operation = what.request().send(node);
            operation.ifPresent(begun::add);
            operation.ifPresent(id -> world.acknowledged(id, what.words()));
            world.note(what.words() + ": " + operation);
            return true;
        } catch (ProblemException refused) {
            world.note(what.words() + ": " + refused.problem().code().text());
            if (refused.problem().code() == ProblemCode.RESOURCE_GROUP_NOT_FOUND) {
                makeGroup(node);
            }
            return true;
        } catch (DatabaseException trouble) {
            world.note(what.words() + ": " + trouble.getMessage());
            return false;
        }
    }

    private void makeGroup(Node node) {
        try {
            node.scopes.putGroup(
                    Node.CALLER, Node.SUBSCRIPTION, Node.GROUP, "local", JsonNodeFactory.instance.objectNode());
        } catch (DatabaseException | ProblemException refused) {
            world.note("no group: " + refused.getMessage());
        }
    }

    // -- requests -------------------------------------------------------------------------------------------

    private static ObjectNode json() {
        return Documents.empty();
    }

    private static ResourceId gizmo(Node node, String name) {
        return new ResourceId(
                Node.SUBSCRIPTION, Node.GROUP, node.type(Node.GIZMO).armType(), List.of(name));
    }

    private static Put.Body body(ObjectNode properties) {
        return Put.Body.of(Optional.of("local"), json(), properties);
    }

    private Optional<OperationId> put(Node node, ResourceId id, String color) {
        return began(
                node.resources.put(Put.of(Node.CALLER, id, node.type(Node.GIZMO), body(json().put("Color", color)))));
    }

    private static ResourceId shelf(Node node, String name) {
        return new ResourceId(
                Node.SUBSCRIPTION, Node.GROUP, node.type(Node.SHELF).armType(), List.of(name));
    }

    private Optional<OperationId> putShelf(Node node, String name, String text) {
        TypeVersion type = node.type(Node.SHELF);
        return began(node.resources.put(Put.of(Node.CALLER, shelf(node, name), type, body(json().put("Text", text)))));
    }

    private static ObjectNode shelfModel(String name, String text) {
        return json().put("Name", name).put("Text", text);
    }

    private Optional<OperationId> replace(Node node, ResourceId id, String color, String material, ReplacePolicy how) {
        ObjectNode properties = json().put("Color", color).put("Material", material);
        return began(node.resources.put(
                Put.of(Node.CALLER, id, node.type(Node.GIZMO), body(properties)).replacing(how)));
    }

    private Optional<OperationId> patch(Node node, ResourceId id, String color) {
        return began(node.resources.patch(new Patch(
                Node.CALLER,
                id,
                node.type(Node.GIZMO),
                Patch.Body.of(Optional.empty(), Optional.of(json().put("Color", color))),
                ChangeTerms.NONE)));
    }

    private Optional<OperationId> delete(Node node, ResourceId id) {
        TypeVersion type = node.type(id.type().equals(node.type(Node.SHELF).armType()) ? Node.SHELF : Node.GIZMO);
        return began(node.resources.delete(new Delete(Node.CALLER, id, type, Preconditions.NONE)));
    }

    private static Optional<OperationId> paint(Node node, ResourceId id, String color) {
        TypeVersion type = node.type(Node.GIZMO);
        Actions.Result result = node.actions.act(new ActionRequest(
                Node.CALLER, id, type, type.registration().action("paint").orElseThrow(), json().put("Color", color)));
        return result instanceof Actions.Result.Accepted(var operation)
                ? Optional.of(operation.id())
                : Optional.empty();
    }

    private Optional<OperationId> get(Node node, ResourceId id) {
        Resource found = node.resources.get(id);
        world.seen(found);
        return Optional.empty();
    }

    private static Optional<OperationId> list(Node node) {
        node.inventory.page(Node.SUBSCRIPTION, Inventory.Filter.NONE, ReadableResources.ALL, Optional.empty(), 100);
        return Optional.empty();
    }

    private Optional<OperationId> importAll(Node node) {
        return began(node.imports.begin(new ImportRequest(
                Node.CALLER,
                node.type(Node.GIZMO),
                new MoveRequest.Place(Node.SUBSCRIPTION, Node.GROUP),
                "local",
                List.of())));
    }

    private Optional<OperationId> deleteGroup(Node node) {
        return node.groups.delete(Node.CALLER, Node.SUBSCRIPTION, Node.GROUP).map(Operation::id);
    }

    private IdentifiedRequest asked(Node node) {
        return new IdentifiedRequest(
                Node.CALLER,
                Node.SUBSCRIPTION,
                Node.GROUP,
                "local",
                node.types.find(Node.SHELF).orElseThrow(),
                Optional.empty());
    }

    private static Optional<OperationId> began(Operation operation) {
        return Optional.of(operation.id());
    }

    private static Optional<OperationId> began(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted accepted -> Optional.of(accepted.operation().id());
            case Outcome.Pending(var operation) -> Optional.of(operation.id());
            case Outcome.Done _, Outcome.Deleted(), Outcome.Absent() -> Optional.empty();
        };
    }
}
