package fairlead.cli.contract;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.ProgressLine;
import fairlead.contract.call.FaultInjection;
import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.input.InputException;
import fairlead.contract.input.Inputs;
import fairlead.contract.result.Replay;
import fairlead.contract.result.ReplayOutcome;
import fairlead.contract.result.ReplayedCall;
import fairlead.contract.result.Report;
import fairlead.contract.suite.Suite;
import fairlead.handler.ResourceHandler;
import fairlead.host.egress.EgressPolicy;
import fairlead.lambda.Providers;
import fairlead.schema.Finding;
import fairlead.schema.reference.Documents;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.OpenedType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Runs the contract suite on the bundle of a type, without a server.
public final class ContractTests {

    private static final Duration REDRAW = Duration.ofMillis(100);

    private final Session session;
    private final Path project;
    private final TestOptions options;
    private final Optional<JsonNode> configuration;
    private final Documents others;

    /// @param project the folder whose inputs are used
    /// @param configuration the type configuration that the handler gets
    /// @param others where the documents are that the schema of a bundle refers to
    public ContractTests(
            Session session, Path project, TestOptions options, Optional<JsonNode> configuration, Documents others) {
        this.session = session;
        this.project = project;
        this.options = options;
        this.configuration = configuration;
        this.others = others;
    }

    /// What was tested, and what came of it.
    ///
    /// @param at when it began
    /// @param generated whether inputs were made of the schema, and hold nothing that the project keeps to
    ///     itself
    /// @param repeated the calls of a replay file, made again
    public record Tested(Report report, OpenedType type, Instant at, boolean generated, List<ReplayedCall> repeated) {

        public boolean passed() {
            return report.verdict() == Report.Verdict.PASSED;
        }

        /// Whether inputs and calls may be shown: those of a project may have secret values.
        public boolean open() {
            return generated || type.schema().writeOnly().isEmpty();
        }
    }

    /// Runs the suite, or with a replay only what led to a failure.
    ///
    /// @throws Refused if the bundle is none that a server would take
    public Tested run(byte[] bundle, Optional<Replay> replay) {
        Path folder = temporary();
        Providers hosting = Providers.exact(
                folder.resolve("providers"), hosted(), session.env().clock());
        try (hosting) {
            OpenedType type = open(bundle, Files.createDirectory(folder.resolve("parts")), hosting);
            Settings settings = settings(hosting.hasProcesses());
            return run(type, settings.killing(hosting::killWorking), replay);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            remove(folder);
        }
    }

    /// The handler may use the folders that its configuration names, and connect to all that its type
    /// declares, as far as it is run here for its author.
    private fairlead.lambda.Settings hosted() {
        fairlead.lambda.Settings settings =
                fairlead.lambda.Settings.standard().with(new EgressPolicy(false, true, List.of()));
        for (JsonNode value : configuration.map(JsonNode::values).orElse(List.of())) {
            String text = value.asString("");
            settings = text.startsWith("/") ? settings.granting(Path.of(text)) : settings;
        }
        return settings;
    }

    private OpenedType open(byte[] bundle, Path folder, Providers hosting) {
        try {
            return OpenedType.of(bundle, folder, hosting, others);
        } catch (ProblemException refused) {
            List<String> lines = new ArrayList<>();
            refused.problem().details().forEach(detail -> lines.add("  " + detail.target() + "  " + detail.message()));
            throw new Refused(Exit.INVALID, "this is no type that can be registered\n" + String.join("\n", lines));
        }
    }

    /// Runs the suite on a type that is open, and has no processes of its own.
    public Tested run(OpenedType type, Optional<Replay> replay) {
        return run(type, settings(false), replay);
    }

    private Tested run(OpenedType type, Settings settings, Optional<Replay> replay) {
        Instant at = session.env().clock().instant();
        Watch watch = new Watch(type.schema().typeName().toString());
        Subject subject = subject(type, watch);
        Suite suite = new Suite(subject, settings);
        ReplayOutcome replayed = replay.map(suite::replay).orElseGet(() -> new ReplayOutcome(List.of(), suite.run()));
        watch.end();
        return new Tested(replayed.report(), type, at, subject.inputs().areGenerated(), replayed.calls());
    }

    private Subject subject(OpenedType type, Watch watch) {
        Subject subject = Subject.of(type.schema(), watch.over(type.handler())).digested(type.digest());
        if (configuration.isPresent()) {
            requireValid(type.schema().validateConfiguration((ObjectNode) configuration.get()));
            subject = subject.configured((ObjectNode) configuration.get());
        }
        try {
            return subject.with(Inputs.of(options.inputs(project), type.schema(), options.values()));
        } catch (InputException unfit) {
            throw new Refused(Exit.INVALID, String.valueOf(unfit.getMessage()));
        }
    }

    private static void requireValid(List<Finding> findings) {
        findings.stream().filter(Finding::isError).findFirst().ifPresent(finding -> {
            throw new Refused(
                    Exit.INVALID,
                    "the configuration is not valid at '" + finding.pointer() + "': " + finding.message());
        });
    }

    /// @param killable whether the handler is in processes of its own
    private Settings settings(boolean killable) {
        Settings settings = Settings.DEFAULT
                .seeded(options.seed())
                .unusual(options.unusual())
                .at(session.env().clock());
        if (options.waits()) {
            settings = settings.pausing(Settings.Pauses.WAITED_FOR);
        }
        List<FaultInjection> chaos = options.chaos();
        if (chaos.contains(FaultInjection.KILL) && !killable) {
            throw new Refused(
                    Exit.USAGE,
                    "--chaos kill is for providers that run in processes of their own. This handler is called in the"
                            + " process of the tests, which would be killed with it; --chaos lost repeats its calls"
                            + " as after a crash");
        }
        return chaos.isEmpty()
                ? settings
                : settings.with(chaos.getFirst(), chaos.subList(1, chaos.size()).toArray(FaultInjection[]::new));
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("fairlead-test");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Shows on a terminal which call is made.
    private final class Watch {

        private final String typeName;
        private final ProgressLine line =
                new ProgressLine(session.env().streams().err(), session.env().terminal());
        private final Instant begin = session.env().clock().instant();
        private Instant next = begin;
        private int calls;

        Watch(String typeName) {
            this.typeName = typeName;
        }

        /// The same handler, with the same capabilities.
        ResourceHandler over(ResourceHandler handler) {
            if (!session.env().terminal().err()) {
                return handler;
            }
            List<Class<?>> capabilities = new ArrayList<>(List.of(ResourceHandler.class));
            Stream.of(ResourceHandler.Updatable.class, ResourceHandler.Listable.class)
                    .filter(capability -> capability.isInstance(handler))
                    .forEach(capabilities::add);
            return (ResourceHandler) Proxy.newProxyInstance(
                    ResourceHandler.class.getClassLoader(),
                    capabilities.toArray(Class<?>[]::new),
                    (_, method, arguments) -> {
                        show(method.getName());
                        try {
                            return method.invoke(handler, arguments);
                        } catch (InvocationTargetException thrown) {
                            throw thrown.getCause();
                        }
                    });
        }

        synchronized void end() {
            line.end();
        }

        private synchronized void show(String verb) {
            calls++;
            Instant now = session.env().clock().instant();
            if (!now.isBefore(next)) {
                next = now.plus(REDRAW);
                line.show(
                        typeName,
                        "%-6s  %d calls".formatted(verb, calls),
                        Optional.empty(),
                        Duration.between(begin, now));
            }
        }
    }
}
