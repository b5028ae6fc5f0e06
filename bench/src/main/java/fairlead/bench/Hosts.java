package fairlead.bench;

import fairlead.handler.Context;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.host.DeclaredNeeds;
import fairlead.host.jvm.HandlerCode;
import fairlead.lambda.Providers;
import fairlead.lambda.Settings;
import fairlead.schema.ResourceSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/// What it costs that a handler runs in a process of its own: one that does next to nothing, in the host of
/// Java handlers and in that of CloudFormation providers.
final class Hosts {

    private static final int CLIENTS = 64;
    private static final String PROCESSES = "2";
    private static final String WARMING = "w";

    private final Path folder;
    private final Duration warmUp;
    private final Duration measured;

    Hosts(Path folder, Duration warmUp, Duration measured) {
        this.folder = folder;
        this.warmUp = warmUp;
        this.measured = measured;
    }

    /// @param micros of the processor's time that each took, in the server and in the processes of handlers
    record Figure(Load.Result result, double micros) {}

    /// Creates on one server, by turns, so that whatever else the machine does hits them alike.
    ///
    /// @param inProcess by a handler in the server
    /// @param java by one in the host of Java handlers
    /// @param provider by one in that of providers
    record Creates(Figure inProcess, Figure java, Figure provider) {}

    Creates creates(int rounds) throws Exception {
        EchoPackage handler = EchoPackage.handler();
        EchoPackage provider = EchoPackage.provider();
        List<String> options = List.of("--sync-wait", "10s", "--provider-processes", PROCESSES);
        try (ServerProcess server = new ServerProcess(Files.createDirectory(folder.resolve("data")), options)) {
            handler.register(server.port());
            provider.register(server.port());
            Series inProcess = new Series(server, Requests::put);
            Series java = new Series(server, handler::put);
            Series lambda = new Series(server, provider::put);
            for (Series each : List.of(inProcess, java, lambda)) {
                each.run(WARMING, warmUp);
            }
            for (int round = 0; round < rounds; round++) {
                for (Series each : List.of(inProcess, java, lambda)) {
                    each.measure("h" + round + "-");
                }
            }
            return new Creates(inProcess.figure(), java.figure(), lambda.figure());
        }
    }

    /// The creates of one type, in several rounds.
    private final class Series {

        private final ServerProcess server;
        private final Function<String, byte[]> put;
        private final List<Load.Result> results = new ArrayList<>();
        private Duration cpu = Duration.ZERO;
        private long requests;

        Series(ServerProcess server, Function<String, byte[]> put) {
            this.server = server;
            this.put = put;
        }

        void measure(String prefix) throws Exception {
            Duration before = server.cpuOfAll();
            results.add(run(prefix, measured));
            cpu = cpu.plus(server.cpuOfAll().minus(before));
        }

        Load.Result run(String prefix, Duration time) throws Exception {
            return Traffic.closed(
                    new Traffic.Plan(server.port(), CLIENTS, 201, number -> request(prefix, number)),
                    Duration.ZERO,
                    time);
        }

        /// One thread asks for all of them.
        private byte[] request(String prefix, long number) {
            requests += prefix.equals(WARMING) ? 0 : 1;
            return put.apply(prefix + number);
        }

        Figure figure() {
            return new Figure(Load.Result.of(results), cpu.toNanos() / 1000.0 / Math.max(1, requests));
        }
    }

    /// Reads, one after the other, of a handler whose process is warm.
    Load.Result javaCall() throws Exception {
        EchoPackage handler = EchoPackage.handler();
        Path parts = Files.createDirectory(folder.resolve("handler"));
        HandlerCode code =
                new HandlerCode(EchoHandler.class.getName(), parts, handler.unpack(parts), DeclaredNeeds.NOT_DECLARED);
        try (Providers host = host("java-host")) {
            return calls(handler.schema(), host.java("0123456789abcdef", handler.schema(), () -> code));
        }
    }

    /// The same of a provider.
    Load.Result providerCall() throws Exception {
        EchoPackage provider = EchoPackage.provider();
        Path parts = Files.createDirectory(folder.resolve("provider"));
        provider.unpack(parts);
        ResourceSchema schema = provider.schema();
        try (Providers host = host("lambda-host")) {
            return calls(
                    schema, host.handler("0123456789abcdef", parts, schema, "00000001", DeclaredNeeds.NOT_DECLARED));
        }
    }

    private Providers host(String name) throws Exception {
        return new Providers(Files.createDirectory(folder.resolve(name)), Settings.standard(), Clock.systemUTC());
    }

    private Load.Result calls(ResourceSchema schema, ResourceHandler handler) throws Exception {
        Read read = new Read(JsonMapper.shared().createObjectNode().put("Name", "c1"));
        Load.Clients clients = _ -> _ -> {
            Clock clock = Clock.systemUTC();
            Context context = Context.builder(
                            schema.typeName().toString(),
                            "5e7c5a0e-7a0b-4c51-9f5e-0d2f34c9a001",
                            clock.instant().plusSeconds(30),
                            clock)
                    .in("00000000-0000-0000-0000-000000000000", "local")
                    .build();
            if (!(handler.read(read, context) instanceof Progress.Done)) {
                throw new IllegalStateException("no resource");
            }
        };
        return Load.closed(clients, 1, warmUp, measured);
    }
}
