package fairlead.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/// Each thing that is measured, as one method.
final class Measurements {

    private static final int CLIENTS = 64;
    private static final int RESOURCES = 1000;

    private final Path folder;
    private final Duration warmUp;
    private final Duration measured;
    private final int manyResources;
    private int folders;

    Measurements(Path folder, Duration warmUp, Duration measured, int manyResources) {
        this.folder = folder;
        this.warmUp = warmUp;
        this.measured = measured;
        this.manyResources = manyResources;
    }

    Duration warmUp() {
        return warmUp;
    }

    Duration measured() {
        return measured;
    }

    int manyResources() {
        return manyResources;
    }

    // -- limits -------------------------------------------------------------------------------------------------------

    Load.Result flushes() throws IOException {
        return Limits.flushes(fresh(), measured.dividedBy(3));
    }

    Load.Result bareHttp(boolean put) throws Exception {
        byte[] request = put ? Requests.put("x") : Requests.get("x");
        try (Limits.BareHttp bare = new Limits.BareHttp()) {
            return Traffic.closed(new Traffic.Plan(bare.port(), CLIENTS, 200, _ -> request), warmUp, measured);
        }
    }

    Load.Result withoutHttp(int clients) throws Exception {
        try (WithoutHttp direct = new WithoutHttp(fresh())) {
            return Load.closed(direct::client, clients, warmUp, measured);
        }
    }

    Pgbench.Figure pgbench() throws IOException, InterruptedException {
        return Pgbench.measure(fresh(), 16, (int) measured.toSeconds());
    }

    // -- ours ---------------------------------------------------------------------------------------------------------

    Load.Result puts(int clients) throws Exception {
        try (ServerProcess server = new ServerProcess(fresh(), List.of("--sync-wait", "10s"))) {
            return Traffic.closed(
                    new Traffic.Plan(server.port(), clients, 201, number -> Requests.put("c" + number)),
                    warmUp,
                    measured);
        }
    }

    /// From the request to the end of the operation, with a handler in processes of its own: a create and a read
    /// each.
    Load.Result providerPuts(int clients) throws Exception {
        try (ServerProcess server =
                new ServerProcess(fresh(), List.of("--sync-wait", "10s", "--provider-processes", "2"))) {
            EchoPackage provider = EchoPackage.provider();
            provider.register(server.port());
            return Traffic.closed(
                    new Traffic.Plan(server.port(), clients, 201, number -> provider.put("c" + number)),
                    warmUp,
                    measured);
        }
    }

    /// Handlers in processes of their own, in both hosts.
    Hosts hosts() throws IOException {
        return new Hosts(fresh(), warmUp, measured);
    }

    Load.Result putsAtRate(double perSecond) throws Exception {
        try (ServerProcess server = new ServerProcess(fresh(), List.of("--sync-wait", "10s"))) {
            return Traffic.open(
                    new Traffic.Plan(server.port(), CLIENTS, 201, number -> Requests.put("c" + number)),
                    perSecond,
                    warmUp,
                    measured);
        }
    }

    /// Twice as many PUTs as it can do, on so many connections that each finds a free one.
    Overload.Outcome putsBeyond(double capacity, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--sync-wait", "10s"));
        all.addAll(List.of(options));
        try (ServerProcess server = new ServerProcess(fresh(), all)) {
            return Overload.run(server.port(), 2000, 2 * capacity, warmUp, measured);
        }
    }

    /// One server, with each number of clients in turn.
    List<Load.Result> gets(int... clients) throws Exception {
        try (ServerProcess server = new ServerProcess(fresh(), List.of("--sync-wait", "10s"))) {
            fill(server, RESOURCES);
            byte[][] gets = requests(number -> Requests.get("r" + number));
            List<Load.Result> results = new ArrayList<>();
            for (int many : clients) {
                results.add(
                        Traffic.closed(new Traffic.Plan(server.port(), many, 200, _ -> any(gets)), warmUp, measured));
            }
            return results;
        }
    }

    Load.Result getsAtRate(double perSecond) throws Exception {
        try (ServerProcess server = new ServerProcess(fresh(), List.of("--sync-wait", "10s"))) {
            fill(server, RESOURCES);
            byte[][] gets = requests(number -> Requests.get("r" + number));
            return Traffic.open(
                    new Traffic.Plan(server.port(), CLIENTS, 200, _ -> any(gets)), perSecond, warmUp, measured);
        }
    }

    /// Both protocols of one server, by turns, so that whatever else the machine does hits them alike.
    ///
    /// @param put a PUT through Azure Resource Manager
    /// @param create the same resource by CreateResource, whose first answer tells that it has ended
    /// @param get a GET of what is stored
    /// @param read GetResource, which asks the handler each time
    record Protocols(Load.Result put, Load.Result create, Load.Result get, Load.Result read) {}

    Protocols protocols(int rounds) throws Exception {
        Path data = fresh();
        try (ServerProcess server = new ServerProcess(data, cloudOptions(data))) {
            fill(server, RESOURCES);
            byte[][] gets = requests(number -> Requests.get("r" + number));
            List<String> identifiers = identifiers(server);
            List<Load.Result> puts = new ArrayList<>();
            List<Load.Result> creates = new ArrayList<>();
            List<Load.Result> stored = new ArrayList<>();
            List<Load.Result> read = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                String prefix = "c" + round + "-";
                puts.add(load(server, round, 201, number -> Requests.put(prefix + number)));
                byte[] create = new CloudRequests().create(Requests.PROPERTIES);
                creates.add(load(server, round, 200, _ -> create));
                stored.add(load(server, round, 200, _ -> any(gets)));
                CloudRequests signed = new CloudRequests();
                byte[][] reads = requests(number -> signed.get(identifiers.get(number)));
                read.add(load(server, round, 200, _ -> any(reads)));
            }
            return new Protocols(
                    Load.Result.of(puts), Load.Result.of(creates), Load.Result.of(stored), Load.Result.of(read));
        }
    }

    /// Of resources made through the Cloud Control API.
    private static List<String> identifiers(ServerProcess server) throws Exception {
        byte[] create = new CloudRequests().create(Requests.PROPERTIES);
        List<String> identifiers = new ArrayList<>();
        try (Exchanger client = new Exchanger(server.port(), 200, _ -> create)) {
            for (int i = 0; i < RESOURCES; i++) {
                client.once(i);
                identifiers.add(CloudRequests.identifier(client.body()));
            }
        }
        return identifiers;
    }

    private static byte[][] requests(IntFunction<byte[]> request) {
        return IntStream.range(0, RESOURCES).mapToObj(request).toArray(byte[][]::new);
    }

    private Load.Result load(ServerProcess server, int round, int status, LongFunction<byte[]> requests)
            throws Exception {
        Duration warming = round == 0 ? warmUp : warmUp.dividedBy(10);
        return Traffic.closed(new Traffic.Plan(server.port(), CLIENTS, status, requests), warming, measured);
    }

    private static byte[] any(byte[][] requests) {
        return requests[ThreadLocalRandom.current().nextInt(requests.length)];
    }

    private static List<String> cloudOptions(Path data) throws IOException {
        return List.of(
                "--sync-wait",
                "10s",
                "--credentials",
                CloudRequests.credentials(data).toString());
    }

    /// Pages of 100 from random places of a large collection.
    Load.Result pages() throws Exception {
        Path data = fresh();
        ManyResources.make(data, manyResources);
        try (ServerProcess server = new ServerProcess(data, List.of())) {
            List<String> tokens = ManyResources.skipTokens(server.port());
            LongFunction<byte[]> anyPage = _ ->
                    Requests.list(100, tokens.get(ThreadLocalRandom.current().nextInt(tokens.size())));
            return Traffic.closed(new Traffic.Plan(server.port(), 4, 200, anyPage), warmUp, measured);
        }
    }

    /// From the start of the process to the first successful PUT, in milliseconds, and what it occupies when nothing
    /// has been asked of it since.
    record Start(long millis, long idleMegabytes) {}

    Start start() throws Exception {
        Path data = fresh();
        new ServerProcess(data, List.of()).close();
        long begin = System.nanoTime();
        try (ServerProcess server = new ServerProcess(data, List.of());
                Exchanger client = new Exchanger(server.port(), 201, _ -> Requests.put("first"))) {
            client.once(0);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            TimeUnit.SECONDS.sleep(15);
            return new Start(millis, server.residentMegabytes());
        }
    }

    /// With this many operations under way, `kill -9`; then the time to the first answer and to the end of the
    /// last one.
    record Recovery(long servingMillis, long resumedMillis) {}

    Recovery recovery(int operations) throws Exception {
        Path data = fresh();
        try (ServerProcess server = new ServerProcess(data, List.of("--sync-wait", "0s"));
                Exchanger client = new Exchanger(
                        server.port(),
                        201,
                        number -> Requests.put("r" + number, "{\"CreateSteps\":1,\"StepDelaySeconds\":2}"))) {
            for (int i = 0; i < operations; i++) {
                client.once(i);
            }
            server.kill();
        }
        long begin = System.nanoTime();
        try (ServerProcess server = new ServerProcess(data, List.of())) {
            try (Exchanger client = new Exchanger(server.port(), 200, _ -> Requests.get("r0"))) {
                client.once(0);
                long serving = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
                for (int i = 0; i < operations; i++) {
                    int number = i;
                    Exchanger.untilBodyHas(
                            client, () -> Requests.get("r" + number), "\"provisioningState\":\"Succeeded\"");
                }
                return new Recovery(serving, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
            }
        }
    }

    private static void fill(ServerProcess server, int resources) throws Exception {
        try (Exchanger client = new Exchanger(server.port(), 201, number -> Requests.put("r" + number))) {
            for (int i = 0; i < resources; i++) {
                client.once(i);
            }
        }
    }

    private Path fresh() throws IOException {
        return Files.createDirectory(folder.resolve("run-" + ++folders));
    }
}
