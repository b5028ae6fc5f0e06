package fairlead.server.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.database.MemoryDatabase;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.CrashingDatabase;
import fairlead.server.resource.World;
import fairlead.server.secret.Vault;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackTables;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.stack.document.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Random templates over random graphs, changed at random, with nodes that fail and processes that are
/// killed. At every end what is there is what the stack has, its state is one that it may have, and what
/// succeeded is as its template says.
class RandomStacksTest {

    private static final String KEYSET = Vault.newKeyset();
    private static final int HISTORIES = Integer.getInteger("stacks.histories", 60);
    private static final long FIRST = Long.getLong("stacks.first", 1L);
    private static final int CHANGES = 5;

    static List<Long> seeds() {
        List<Long> seeds = new ArrayList<>();
        for (long seed = FIRST; seed < FIRST + HISTORIES; seed++) {
            seeds.add(seed);
        }
        return seeds;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyHistoryEndsAsRecorded(long seed) {
        history(seed, false);
    }

    /// The steps of an operation are taken now by one node, now by the other.
    @ParameterizedTest
    @MethodSource("seeds")
    void everyHistoryOfTwoNodesEndsAsRecorded(long seed) {
        history(seed, true);
    }

    private static void history(long seed, boolean twoNodes) {
        Random random = new Random(seed);
        try (Database database = MemoryDatabase.withTables()) {
            World world = new World(database, "node-0", KEYSET);
            ObjectNode template = template(random);
            step(world, random, template, true, twoNodes);
            for (int i = 0; i < CHANGES; i++) {
                ObjectNode next = changed(random, template);
                World heir = new World(database, "node-" + (i + 1), KEYSET, world.gizmos, world.parts, world.labels);
                heir.clock.set(world.clock.instant().plus(Duration.ofMinutes(1)));
                world = heir;
                boolean taken = step(world, random, next, false, twoNodes);
                template = taken ? next : template;
                requireAsRecorded(world, template);
            }
            end(world);
        }
    }

    // -- one step ---------------------------------------------------------------------------------------------------

    /// Whether the template counts from now on.
    private static boolean step(World world, Random random, ObjectNode template, boolean creates, boolean twoNodes) {
        if (random.nextInt(3) == 0) {
            world.gizmos.failUpdate(random.nextInt(3), Progress.failed(ErrorCode.ACCESS_DENIED, "stuck"));
        }
        if (random.nextInt(3) == 0) {
            world.parts.failCreate(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
        }
        world.gizmos.steps = random.nextInt(2);
        World acting = random.nextBoolean() ? mortal(world, random.nextInt(60) + 1) : world;
        try {
            act(acting, random, template, creates);
            settle(acting, twoNodes, random);
        } catch (CrashingDatabase.Death death) {
            world.clock.set(acting.clock.instant().plus(Duration.ofSeconds(30)));
        } catch (ProblemException refused) {
            assertThat(refused.problem().message()).containsAnyOf("No updates", "state and can not be");
        }
        if (world.clock.instant().isBefore(acting.clock.instant())) {
            world.clock.set(acting.clock.instant());
        }
        settle(world, twoNodes, random);
        return stack(world).map(stack -> stack.content().equals(template)).orElse(false);
    }

    /// Carries all on to its end, on one node or on two that share the database.
    private static void settle(World world, boolean twoNodes, Random random) {
        if (!twoNodes) {
            world.settle();
            return;
        }
        World beside = new World(
                world.database, UUID.randomUUID().toString(), KEYSET, world.gizmos, world.parts, world.labels);
        beside.clock.set(world.clock.instant());
        for (int i = 0; i < 5000; i++) {
            World next = random.nextBoolean() ? world : beside;
            next.operations.runDue();
            if (isQuiet(world)) {
                return;
            }
            world.clock.advance(Duration.ofSeconds(5));
            beside.clock.advance(Duration.ofSeconds(5));
        }
        throw new IllegalStateException("operations are still under way");
    }

    private static boolean isQuiet(World world) {
        return world.operations.list(World.SUBSCRIPTION, Optional.empty(), 1000).stream()
                .allMatch(operation -> operation.state().terminal());
    }

    private static World mortal(World world, int point) {
        CrashingDatabase deadly = new CrashingDatabase(world.database);
        World dying = new World(deadly, UUID.randomUUID().toString(), KEYSET, world.gizmos, world.parts, world.labels);
        dying.clock.set(world.clock.instant());
        deadly.dieAt(point);
        return dying;
    }

    private static void act(World world, Random random, ObjectNode template, boolean creates) {
        StackBench bench = new StackBench(world);
        OnFailure onFailure = random.nextInt(4) == 0 ? OnFailure.DO_NOTHING : OnFailure.ROLLBACK;
        Optional<Stack> present = stack(world);
        if (creates || present.isEmpty()) {
            bench.beginCreation(StackBench.NAME, template.toString(), onFailure);
        } else if (!present.get().status().updatable()) {
            Optional<Stack> _ = world.stacks.stacks().delete(bench.request("delete"), present.get(), List.of(), false);
        } else {
            bench.beginUpdate(template.toString(), onFailure);
        }
    }

    private static Optional<Stack> stack(World world) {
        return world.stacks.stacks().find(StackBench.PLACE, StackBench.NAME);
    }

    // -- templates --------------------------------------------------------------------------------------------------

    private static ObjectNode template(Random random) {
        ObjectNode template = StackBench.json("{'nodes': {}}");
        int size = 1 + random.nextInt(7);
        for (int i = 0; i < size; i++) {
            add(random, template, i);
        }
        return template;
    }

    /// Nodes refer to those with lower numbers, so that there are no circles.
    private static void add(Random random, ObjectNode template, int number) {
        ObjectNode nodes = (ObjectNode) template.path("nodes");
        ObjectNode node = nodes.putObject("N" + number);
        ObjectNode properties;
        if (random.nextInt(4) == 0) {
            nested(random, node, number);
            earlier(random, nodes, number)
                    .ifPresent(key -> ((ObjectNode) node.path("values"))
                            .putObject("Given")
                            .put("ref", key));
        } else if (random.nextBoolean()) {
            node.put("type", "Test::Shop::Gizmo");
            properties = node.putObject("properties");
            properties.put("Color", color(random));
        } else {
            node.put("type", "Test::Shop::Shelf");
            properties = node.putObject("properties");
            properties.putObject("Name").put("name", "n" + number);
            ArrayNode parts = properties.putObject("Text").putArray("join");
            parts.add("t" + random.nextInt(3));
            earlier(random, nodes, number).ifPresent(key -> parts.addObject().put("ref", key));
        }
        if (random.nextInt(3) == 0) {
            earlier(random, nodes, number)
                    .ifPresent(key -> node.putArray("after").add(key));
        }
    }

    /// A stack within, with a gizmo, and a shelf that says what it was given.
    private static void nested(Random random, ObjectNode node, int number) {
        node.put("type", "stack");
        ObjectNode values = node.putObject("values");
        values.put("Color", color(random)).put("Given", "nothing");
        ObjectNode within = node.putObject("template").putObject("nodes");
        ObjectNode gizmo = within.putObject("Gizmo");
        gizmo.put("type", "Test::Shop::Gizmo")
                .putObject("properties")
                .putObject("Color")
                .put("value", "Color");
        ObjectNode shelf = within.putObject("Shelf");
        ObjectNode properties = shelf.put("type", "Test::Shop::Shelf").putObject("properties");
        properties.putObject("Name").put("name", "within" + number);
        ArrayNode text = properties.putObject("Text").putArray("join");
        text.addObject().put("ref", "Gizmo");
        text.add(" of ").addObject().put("value", "Given");
        ((ObjectNode) node.path("template"))
                .putObject("outputs")
                .putObject("Made")
                .putObject("value")
                .put("ref", "Gizmo");
    }

    private static Optional<String> earlier(Random random, ObjectNode nodes, int number) {
        List<String> keys = nodes.propertyNames().stream()
                .filter(key -> Integer.parseInt(key.substring(1)) < number)
                .toList();
        return keys.isEmpty() ? Optional.empty() : Optional.of(keys.get(random.nextInt(keys.size())));
    }

    private static String color(Random random) {
        return List.of("red", "green", "blue").get(random.nextInt(3));
    }

    private static ObjectNode changed(Random random, ObjectNode template) {
        ObjectNode next = template.deepCopy();
        ObjectNode nodes = (ObjectNode) next.path("nodes");
        for (int i = 0; i <= random.nextInt(3); i++) {
            int number = random.nextInt(10);
            String key = "N" + number;
            boolean used = nodes.toString().contains("\"ref\":\"" + key + "\"")
                    || nodes.toString().contains("\"after\":[\"" + key + "\"]");
            if (!nodes.has(key)) {
                add(random, next, number);
            } else if (!used && random.nextBoolean()) {
                nodes.remove(key);
            } else if (nodes.path(key).path("type").asString().equals("stack")) {
                changeWithin(random, (ObjectNode) nodes.path(key));
            } else if (nodes.path(key).path("type").asString().endsWith("Gizmo")) {
                ObjectNode properties = (ObjectNode) nodes.path(key).path("properties");
                if (random.nextBoolean()) {
                    properties.put("Color", color(random));
                } else {
                    properties.put("Material", "m" + random.nextInt(3));
                }
            }
        }
        if (nodes.isEmpty()) {
            add(random, next, 0);
        }
        return next;
    }

    private static void changeWithin(Random random, ObjectNode node) {
        ObjectNode within = (ObjectNode) node.path("template").path("nodes");
        switch (random.nextInt(3)) {
            case 0 -> ((ObjectNode) node.path("values")).put("Color", color(random));
            case 1 -> ((ObjectNode) within.path("Gizmo").path("properties")).put("Material", "m" + random.nextInt(3));
            default -> {
                if (within.remove("More") == null) {
                    ObjectNode more = within.putObject("More").put("type", "Test::Shop::Gizmo");
                    more.putObject("properties").put("Color", color(random));
                }
            }
        }
    }

    // -- laws -------------------------------------------------------------------------------------------------------

    private static void requireAsRecorded(World world, ObjectNode template) {
        Optional<Stack> stack = stack(world);
        List<StackNode> nodes =
                stack.map(found -> world.stacks.stacks().nodes(found.id())).orElse(List.of());
        Set<String> owned = all(world, stack).stream()
                .flatMap(node -> things(node).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> there = new TreeSet<>(world.gizmos.things.keySet());
        world.parts.things.keySet().forEach(key -> there.add(key.substring(1)));
        assertThat(there).as(() -> told(world, stack)).isEqualTo(owned);
        stack.ifPresent(found -> assertThat(found.status().busy()).isFalse());
        if (stack.filter(found -> found.status().name().matches("(CREATE|UPDATE)_COMPLETE"))
                .isPresent()) {
            assertThat(nodes)
                    .extracting(StackNode::key)
                    .containsExactlyInAnyOrderElementsOf(template.path("nodes").propertyNames());
            all(world, stack).forEach(node -> requireAsAsked(world, node));
            stack.map(world.stacks.stacks()::children).orElse(List.of()).forEach(RandomStacksTest::requireWhole);
        }
    }

    private static String told(World world, Optional<Stack> stack) {
        List<Stack> stacks = new ArrayList<>(stack.stream().toList());
        stacks.addAll(stack.map(world.stacks.stacks()::children).orElse(List.of()));
        String statuses =
                stacks.stream().map(one -> one.name() + " " + one.status()).collect(Collectors.joining(", "));
        return statuses
                + all(world, stack).stream()
                        .map(node -> node.key() + " " + node.work().verb() + " "
                                + node.present().physical().orElse("-") + " "
                                + node.other()
                                        .flatMap(StackNode.Subject::physical)
                                        .orElse(""))
                        .collect(Collectors.joining(", ", ": ", ""));
    }

    /// The rows of a stack and of those that are nodes of it.
    private static List<StackNode> all(World world, Optional<Stack> stack) {
        StackTables tables = StackTables.of(world.vault());
        List<Stack> stacks = new ArrayList<>();
        stack.ifPresent(found -> {
            stacks.add(found);
            stacks.addAll(world.stacks.stacks().children(found));
        });
        return world.database.read(transaction -> stacks.stream()
                .flatMap(one -> tables.nodes().list(transaction, one.id()).stream())
                .toList());
    }

    /// Where a stack is as its template says, so are those that are nodes of it.
    private static void requireWhole(Stack child) {
        assertThat(child.status().name()).matches("(CREATE|UPDATE|UPDATE_ROLLBACK|DELETE)_COMPLETE");
    }

    /// What was to be replaced, or was to take the place of something, is there besides if an operation was
    /// left as it was.
    private static Set<String> things(StackNode node) {
        Set<String> things = new TreeSet<>();
        if (node.present().kind() != Node.Kind.RESOURCE) {
            return things;
        }
        if (node.isThere()) {
            things.add(node.present().physical().orElseThrow());
        }
        if (node.work().verb() == StackNode.Verb.REPLACE || node.work().verb() == StackNode.Verb.DISCARD) {
            node.other().flatMap(StackNode.Subject::physical).ifPresent(things::add);
        }
        return things;
    }

    private static void requireAsAsked(World world, StackNode node) {
        if (node.present().kind() != Node.Kind.RESOURCE || !node.isThere()) {
            return;
        }
        String physical = node.present().physical().orElseThrow();
        ObjectNode thing = node.present().type().endsWith("Gizmo")
                ? world.gizmos.thing(physical)
                : world.parts.thing("/" + physical);
        node.present()
                .applied()
                .forEachEntry((name, value) -> assertThat(thing.get(name)).isEqualTo(value));
    }

    /// In the end it can be deleted, and nothing is left.
    private static void end(World world) {
        world.gizmos.failUpdate(Integer.MAX_VALUE, Progress.gone());
        StackBench bench = new StackBench(world);
        stack(world).ifPresent(stack -> {
            Optional<Stack> _ = world.stacks.stacks().delete(bench.request("delete"), stack, List.of(), false);
            world.settle();
        });
        assertThat(world.gizmos.things).isEmpty();
        assertThat(world.parts.things).isEmpty();
    }
}
