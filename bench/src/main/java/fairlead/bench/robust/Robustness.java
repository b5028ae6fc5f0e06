package fairlead.bench.robust;

import fairlead.bench.robust.history.Call;
import fairlead.bench.robust.history.Linearizability;
import fairlead.bench.robust.server.Backing;
import fairlead.bench.robust.server.FaultShim;
import fairlead.bench.robust.server.Node;
import fairlead.bench.robust.server.PostgresBacking;
import fairlead.bench.robust.server.SqliteBacking;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// The run. In each of its rounds clients work while faults come one after the other; then everything heals, ends, and
/// is checked. Data and servers are the same for all rounds.
public final class Robustness {

    private static final int FAULTS_IN_A_ROUND = 40;
    private static final int REGISTER_CLIENTS = 7;
    private static final int THING_CLIENTS = 4;
    private static final int TOKEN_CLIENTS = 2;

    private final Settings settings;
    private final Backing backing;
    private final Violations violations = new Violations();
    private final Cluster cluster;
    private final Doors doors;
    private final Schedule schedule;
    private final Random chance;
    private final Set<String> ended = new HashSet<>();
    private long histories;
    private long calls;
    private long events;

    private Robustness(Settings settings, Backing backing, Optional<Path> library) throws IOException {
        this.settings = settings;
        this.backing = backing;
        List<Node> nodes = new ArrayList<>();
        for (int i = 1; i <= backing.nodes(); i++) {
            FaultShim shim = FaultShim.of(library, settings.folder().resolve("faults-" + i));
            nodes.add(new Node(settings.program(), settings.folder().resolve("node-" + i), backing.options(), shim));
        }
        cluster = new Cluster(nodes, violations, settings.patience());
        doors = new Doors(new Arm(cluster, violations), new Cloud(cluster, violations), violations);
        schedule = new Schedule(cluster, violations, backing, settings.seed(), settings.weights());
        chance = new Random(~settings.seed());
    }

    /// On one server with SQLite.
    public static Findings onSqlite(Settings settings) throws IOException, InterruptedException {
        return on(new SqliteBacking(), settings);
    }

    /// On two servers with one PostgreSQL.
    public static Findings onPostgres(Settings settings) throws IOException, InterruptedException {
        return on(new PostgresBacking(Files.createDirectories(settings.folder())), settings);
    }

    private static Findings on(Backing backing, Settings settings) throws IOException, InterruptedException {
        try (backing) {
            Files.createDirectories(settings.folder());
            Robustness run = new Robustness(settings, backing, FaultShim.compile(settings.folder()));
            // A run that is itself killed leaves no server behind.
            Thread end = new Thread(() -> run.cluster.nodes().forEach(Node::close));
            Runtime.getRuntime().addShutdownHook(end);
            try {
                return run.run();
            } finally {
                run.cluster.nodes().forEach(Node::close);
                Runtime.getRuntime().removeShutdownHook(end);
            }
        }
    }

    private Findings run() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long until = begin + settings.most().toNanos();
        for (Node node : cluster.nodes()) {
            schedule.start(node);
        }
        for (int round = 1; !isOver(until); round++) {
            round("r" + round, until);
            System.err.printf(
                    "round %d: %d kills, faults %s, %d requests, %d histories, %d violations%n",
                    round, schedule.kills(), schedule.counts(), cluster.requests(), histories, violations.count());
        }
        return new Findings(
                backing.name(),
                settings.seed(),
                (System.nanoTime() - begin) / 1_000_000_000L,
                schedule.counts(),
                new Findings.Load(cluster.requests(), cluster.acknowledged(), ended.size(), events),
                new Findings.Histories(histories, calls),
                violations);
    }

    private boolean isOver(long until) {
        return System.nanoTime() >= until
                || schedule.kills() >= settings.kills()
                || (settings.onlyFirst() && violations.count() > 0);
    }

    private void round(String name, long until) throws IOException, InterruptedException {
        String place = place();
        Registers registers = new Registers(name);
        Expectations expectations = new Expectations();
        List<Follower> followers = new ArrayList<>();
        for (int i = 0; i <= backing.nodes(); i++) {
            followers.add(Follower.begin(cluster, violations, place));
        }
        Crowd crowd = crowd(name, registers, expectations);
        for (int i = 0; i < FAULTS_IN_A_ROUND && !isOver(until); i++) {
            schedule.next();
        }
        schedule.heal();
        crowd.end();
        check(name, place, registers, expectations, followers);
        followers.forEach(Follower::close);
    }

    private Crowd crowd(String name, Registers registers, Expectations expectations) {
        Crowd crowd = new Crowd(violations, settings.patience().multipliedBy(2));
        for (int i = 0; i < REGISTER_CLIENTS * backing.nodes(); i++) {
            crowd.add(new RegisterClient(doors, registers, new Random(chance.nextLong())));
        }
        for (int i = 0; i < THING_CLIENTS * backing.nodes(); i++) {
            crowd.add(new ThingClient(doors, expectations, new Random(chance.nextLong()), name + "-thing-" + i));
        }
        for (int i = 0; i < TOKEN_CLIENTS * backing.nodes(); i++) {
            crowd.add(new TokenClient(doors, expectations, new Random(chance.nextLong())));
        }
        crowd.add(new GroupClient(doors, expectations, name + "-group"));
        crowd.add(new HealthClient(cluster, violations, name + "-health"));
        return crowd;
    }

    private String place() {
        Answer page = cluster.get("/fairlead/watch?wait=0");
        for (int i = 0; i < 100 && page.body().path("next").asString("").isEmpty(); i++) {
            Cluster.rest(50);
            page = cluster.get("/fairlead/watch?wait=0");
        }
        return page.body().path("next").asString("oldest");
    }

    private void check(
            String name, String place, Registers registers, Expectations expectations, List<Follower> followers)
            throws IOException {
        World world = new World(cluster, doors);
        HealthClient.requireWell(cluster, violations);
        world.awaitOperations(ended);
        world.calm(name + "-calm");
        world.compare(backing, expectations);
        world.awaitOperations(ended);
        RegisterClient reader = new RegisterClient(doors, registers, chance);
        for (String register : registers.names()) {
            cluster.nodes().forEach(_ -> reader.read(register));
            reader.readThroughCloud(register);
            List<Call> history = registers.history(register);
            Linearizability.check(history)
                    .ifPresent(wrong -> violations.add(Law.LINEARIZABLE, register + ": " + wrong));
            histories++;
            calls += history.size();
        }
        Timeline timeline = Timeline.read(cluster, violations, place);
        events += timeline.size();
        timeline.check();
        timeline.holds(registers);
        for (Follower follower : followers) {
            follower.awaitPlace(timeline.last(place));
            timeline.equals(follower);
        }
    }
}
