package fairlead.cli.type;

import fairlead.cli.address.Types;
import fairlead.cli.bundle.Build;
import fairlead.cli.bundle.Bundle;
import fairlead.cli.bundle.RegistrationValues;
import fairlead.cli.contract.ContractTests;
import fairlead.cli.contract.ContractTests.Tested;
import fairlead.cli.contract.ReportFiles;
import fairlead.cli.contract.TestOptions;
import fairlead.cli.contract.TestReport;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Problem;
import fairlead.cli.http.ProblemException;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.schema.FindingLines;
import fairlead.cli.schema.ProfileOption;
import fairlead.cli.schema.ServerDocuments;
import fairlead.cli.session.ErrorOutput;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.smithy.SmithyOptions;
import fairlead.cli.terminal.Outline;
import fairlead.cli.type.ModelledTypes.Modelled;
import fairlead.contract.result.Report;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "register",
        description = "Register a type, or a new version of it: a folder with schema.json, fairlead.json and jars; the"
                + " folder of a CloudFormation provider; or a zip. Or simulate one from its schema alone, or those of"
                + " Azure from their published definitions, or serve the resources of a Smithy model, or make a type of"
                + " other types by a template.")
public final class RegisterCommand implements Callable<Integer> {

    private static final int CONNECTING_MILLIS = 5_000;

    private final Session session;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DIR",
            description = "the folder, or a zip of it; a schema with --simulate; nothing with --smithy or"
                    + " --simulate-arm")
    private Path folder = Path.of("");

    @Option(
            names = "--api-version",
            paramLabel = "VERSION",
            description = "the API version of its resources (else as fairlead.json says)")
    private Optional<String> apiVersion = Optional.empty();

    @Mixin
    private ProfileOption profile = new ProfileOption();

    @Option(
            names = "--configuration",
            paramLabel = "FILE",
            description =
                    "JSON: the type configuration that is set once it is registered, and that its tests get; - for"
                            + " standard input")
    private Optional<String> configuration = Optional.empty();

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "the report of its contract tests, of exactly these files; - for standard input")
    private Optional<String> report = Optional.empty();

    @Option(names = "--test", description = "run its contract tests, and send the report along (as without any option)")
    private boolean test;

    @Mixin
    private TestOptions options = new TestOptions();

    @Option(names = "--no-build", description = "take what is there, without building it")
    private boolean noBuild;

    @Option(
            names = "--skip-tests",
            description = "do without a report of contract tests, which a server in development mode allows")
    private boolean skipTests;

    @Option(
            names = "--simulate",
            description = "serve the schema, or every schema below the folder, without a handler: by a simulation that"
                    + " keeps the handler contract and remembers what it made")
    private boolean simulate;

    @Option(
            names = "--simulate-arm",
            arity = "1..*",
            paramLabel = "PATH",
            description =
                    "simulate the types of Azure that the published type definitions describe: files types.json, or"
                            + " folders with such files below them")
    private List<Path> armDefinitions = List.of();

    @Option(
            names = "--behaviour",
            paramLabel = "FILE",
            description = "JSON: how what is simulated behaves (else SCHEMA.behaviour.json beside the schema)")
    private Optional<Path> behaviour = Optional.empty();

    @Mixin
    private SmithyOptions smithy = new SmithyOptions();

    @Mixin
    private TemplateOptions template = new TemplateOptions();

    @Mixin
    private Output output = new Output();

    public RegisterCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if ((skipTests ? 1 : 0) + (test ? 1 : 0) + (report.isPresent() ? 1 : 0) > 1) {
            throw new Refused(Exit.USAGE, "only one of --test, --report and --skip-tests can be given");
        }
        if (!armDefinitions.isEmpty()) {
            return armTypes();
        }
        if (template.areGiven()) {
            return composed();
        }
        if (smithy.isGiven() != folder.toString().isEmpty()) {
            throw new Refused(
                    Exit.USAGE,
                    smithy.isGiven()
                            ? "--smithy takes no folder"
                            : "Missing required parameter: 'DIR' (or --template, --smithy, or --simulate-arm)");
        }
        if (simulate) {
            return new SimulatedTypes(session, output.json(), values()).register(folder, behaviour);
        }
        if (smithy.isGiven()) {
            return modelled();
        }
        if (behaviour.isPresent()) {
            throw new Refused(Exit.USAGE, "--behaviour is for types that are registered with --simulate");
        }
        if (!noBuild) {
            Build.of(session, folder).run();
        }
        register(Bundle.of(session, folder, values()), Optional.empty());
        return Exit.OK.code();
    }

    private int composed() throws InterruptedException {
        if (simulate
                || smithy.isGiven()
                || behaviour.isPresent()
                || isTested()
                || !folder.toString().isEmpty()) {
            throw new Refused(
                    Exit.USAGE,
                    "--template goes with --type, --write, --api-version and --profile alone: the template is all of"
                            + " the type");
        }
        TemplateBundle bundle = TemplateBundle.of(session, template, values());
        if (template.written().isPresent()) {
            bundle.write(template.written().get());
        } else {
            register(bundle.bytes(), Optional.empty());
        }
        return Exit.OK.code();
    }

    /// The definitions say versions and all else.
    private int armTypes() throws InterruptedException {
        if (simulate || smithy.isGiven() || behaviour.isPresent() || !values().isEmpty() || isTested()) {
            throw new Refused(
                    Exit.USAGE,
                    "--simulate-arm goes with no option that says how a type is registered: the definitions say that");
        }
        if (!folder.toString().isEmpty()) {
            throw new Refused(Exit.USAGE, "--simulate-arm takes its files and folders itself, found '" + folder + "'");
        }
        return new SimulatedArmTypes(session, output.json()).register(armDefinitions);
    }

    private boolean isTested() {
        return test || skipTests || report.isPresent() || configuration.isPresent() || noBuild;
    }

    private RegistrationValues values() {
        return RegistrationValues.of(apiVersion, profile.given());
    }

    /// The types of a model, one after the other: one that is refused does not keep the others away.
    private int modelled() throws InterruptedException {
        options.waiting();
        List<Modelled> types = new ModelledTypes(session, smithy, values()).bundles();
        if (!skipTests && report.isEmpty()) {
            requireAnswer();
        }
        List<Exit> refused = new ArrayList<>();
        for (Modelled type : types) {
            if (type.isHopeless()) {
                session.note("error: " + type.name() + " can't be served by its model alone");
                refused.add(Exit.INVALID);
                continue;
            }
            try {
                register(type.bundle(), type.parent());
            } catch (ProblemException refusal) {
                ErrorOutput.print(session, refusal.problem());
                refused.add(Exit.of(refusal.problem()));
            } catch (Refused refusal) {
                session.note("error: " + type.name() + ": " + refusal.getMessage());
                refused.add(refusal.exit());
            }
        }
        if (types.size() > 1 && !refused.isEmpty()) {
            session.note("%d of %d types registered".formatted(types.size() - refused.size(), types.size()));
        }
        return refused.isEmpty() ? Exit.OK.code() : refused.getFirst().code();
    }

    /// The contract tests call the service from here: without one they would only wait.
    private void requireAnswer() {
        URI endpoint = URI.create(smithy.endpoint());
        boolean encrypted = "https".equalsIgnoreCase(endpoint.getScheme());
        int port = endpoint.getPort() >= 0 ? endpoint.getPort() : encrypted ? 443 : 80;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(endpoint.getHost(), port), CONNECTING_MILLIS);
        } catch (IOException | IllegalArgumentException failure) {
            throw new Refused(
                    Exit.UNREACHABLE,
                    "nothing answers at " + endpoint + " (" + failure.getMessage()
                            + "), where the contract tests would call the service; nothing was registered");
        }
    }

    /// @param parent the type that the type's resources are nested in, if a model says so
    private void register(byte[] bundle, Optional<String> parent) throws InterruptedException {
        Optional<JsonNode> settings = configuration.map(file -> Documents.object(session, file));
        byte[] sent = skipTests || Bundle.isComposed(bundle)
                ? bundle
                : Bundle.with(reported(bundle, settings, parent), bundle);
        String path = "/fairlead/types" + (skipTests ? "?tests=skip" : "");
        Answer answer = sent(Request.of(Request.Method.POST, path, "application/zip", sent), bundle);
        JsonNode type = answer.json();
        if (settings.isPresent()) {
            ConfigureCommand.configure(session, type.path("typeName").asString(""), settings.get());
        }
        if (output.json()) {
            session.print(answer.body());
        } else {
            print(type, bundle);
        }
    }

    /// What is wrong with a bundle is told line by line.
    private Answer sent(Request request, byte[] bundle) throws InterruptedException {
        try {
            return session.server().ask(request);
        } catch (ProblemException refused) {
            List<Problem.Detail> details = refused.problem().details();
            boolean placed = details.stream().anyMatch(detail -> detail.target().contains("#"));
            if (!placed) {
                throw refused;
            }
            FindingLines lines = lines(bundle);
            session.print(details.stream()
                    .map(detail -> lines.line(detail.target(), true, detail.code(), detail.message()))
                    .toList());
            throw new Refused(
                    Exit.INVALID, "nothing was registered: " + refused.problem().message());
        }
    }

    /// The report that is given, or that of a run now.
    private byte[] reported(byte[] bundle, Optional<JsonNode> settings, Optional<String> parent) {
        return report.map(session::read).orElseGet(() -> {
            Tested tested = new ContractTests(session, folder, options, settings, new ServerDocuments(session))
                    .run(bundle, Optional.empty());
            if (!tested.passed()) {
                new TestReport(session, tested, List.of()).printBroken();
            }
            TestReport.summary(session, tested);
            if (!tested.passed()) {
                throw new Refused(
                        Exit.FAILED,
                        "nothing was registered" + inNothing(tested.report(), parent)
                                + "; in development mode, --skip-tests registers it all the same");
            }
            return new ReportFiles(tested).json();
        });
    }

    /// What may be the matter if nothing could be made.
    private static String inNothing(Report report, Optional<String> parent) {
        return parent.filter(_ -> !report.madeAnything())
                .map(type -> (". %s is nested in %s, and the tests know none of those to make it in: register %s, too,"
                                + " and give inputs that name one that is there (--inputs DIR)")
                        .formatted(report.type(), type, type))
                .orElse("");
    }

    private void print(JsonNode type, byte[] bundle) {
        JsonNode findings = type.path("findings");
        FindingLines lines = lines(bundle);
        session.print(findings.valueStream()
                .filter(finding -> !smithy.isGiven() || !isRehearsed(finding))
                .map(finding -> lines.line(
                        Outline.scalar(finding.path("pointer")),
                        Outline.scalar(finding.path("severity")).equalsIgnoreCase("error"),
                        Outline.scalar(finding.path("id")),
                        Outline.scalar(finding.path("message"))))
                .toList());
        session.done(Outline.scalar(type.path("typeName")) + " registered as " + Outline.scalar(type.path("armType"))
                + ", api-version " + Types.defaultApiVersion(type));
    }

    /// Whether it was told before the type was sent.
    private static boolean isRehearsed(JsonNode finding) {
        return finding.path("id").asString("").startsWith("smithy.");
    }

    /// The files as their author has them, before those that options have changed.
    private FindingLines lines(byte[] bundle) {
        return new FindingLines(session.outPalette(), file -> {
            Path given = folder.resolve(file);
            return Files.isRegularFile(given)
                    ? Optional.of(session.read(given.toString()))
                    : Bundle.content(bundle, file);
        });
    }
}
