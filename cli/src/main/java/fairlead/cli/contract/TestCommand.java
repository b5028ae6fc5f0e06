package fairlead.cli.contract;

import fairlead.cli.bundle.Build;
import fairlead.cli.bundle.Bundle;
import fairlead.cli.bundle.RegistrationValues;
import fairlead.cli.contract.ContractTests.Tested;
import fairlead.cli.input.Documents;
import fairlead.cli.schema.ProfileOption;
import fairlead.cli.schema.ReferenceOptions;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.contract.Rule;
import fairlead.contract.result.Replay;
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
        name = "test",
        description = "Run the contract tests of a type, on this machine and without a server.",
        footer = {
            "",
            "A command named 'build' in fairlead.json is run first. It exits with 0 if no rule of the handler contract"
                    + " was broken, and with 1 if one was, or if nothing could be created."
        })
public final class TestCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(index = "0", arity = "0..1", paramLabel = "DIR", description = "the folder of the type")
    private Optional<Path> folder = Optional.empty();

    @Option(
            names = "--simulate",
            paramLabel = "SCHEMA",
            description = "test this schema instead, without a handler: by a simulation that keeps the contract")
    private Optional<String> simulate = Optional.empty();

    @Option(names = "--behaviour", paramLabel = "FILE", description = "JSON: how what is simulated behaves")
    private Optional<String> behaviour = Optional.empty();

    @Mixin
    private TestOptions options = new TestOptions();

    @Mixin
    private ProfileOption profile = new ProfileOption();

    @Mixin
    private ReferenceOptions references = new ReferenceOptions();

    @Option(
            names = "--configuration",
            paramLabel = "FILE",
            description = "JSON: the type configuration that the handler gets; - for standard input")
    private Optional<String> configuration = Optional.empty();

    @Option(names = "--rule", paramLabel = "ID", description = "look at this rule alone, create.idempotent for example")
    private List<String> rules = new ArrayList<>();

    @Option(names = "--replay", paramLabel = "FILE", description = "do again what led to the failure in that file")
    private Optional<String> replay = Optional.empty();

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "write the report as JSON, which 'register --report' takes")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--junit", paramLabel = "FILE", description = "write the report as JUnit XML")
    private Optional<Path> junit = Optional.empty();

    @Option(names = "--html", paramLabel = "FILE", description = "write the report as a page")
    private Optional<Path> html = Optional.empty();

    @Option(names = "--no-build", description = "test what is there, without building it")
    private boolean noBuild;

    public TestCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<Rule> only = rules.stream().map(TestCommand::rule).toList();
        Optional<JsonNode> values = configuration.map(file -> Documents.object(session, file));
        Optional<Replay> again = replay.map(this::replay);
        Tested tested = tested(values, again);
        ReportFiles files = new ReportFiles(tested);
        json.ifPresent(file -> ReportFiles.write(file, files.json()));
        junit.ifPresent(file -> ReportFiles.write(file, files.junit()));
        html.ifPresent(file -> ReportFiles.write(file, files.html()));
        boolean well = again.map(file -> replayed(file, tested)).orElseGet(() -> reported(only, tested, files));
        return well ? Exit.OK.code() : Exit.FAILED.code();
    }

    private boolean replayed(Replay file, Tested tested) {
        ReplayReport report = new ReplayReport(session, file, tested);
        report.print();
        return report.isMended();
    }

    private boolean reported(List<Rule> only, Tested tested, ReportFiles files) {
        TestReport report = new TestReport(session, tested, only);
        report.print();
        report.tell(files.replays(folder.orElse(Path.of(""))));
        return report.well();
    }

    private Tested tested(Optional<JsonNode> values, Optional<Replay> again) throws InterruptedException {
        if (simulate.isPresent() == folder.isPresent()) {
            throw new Refused(Exit.USAGE, "expected the folder of a type, or --simulate SCHEMA");
        }
        if (simulate.isPresent()) {
            return new ContractTests(
                            session,
                            Path.of(""
                                    + Path.of(simulate.get()).toAbsolutePath().getParent()),
                            options,
                            values,
                            references.of(simulate.get()))
                    .run(SimulatedSchema.open(session, simulate.get(), references, profile.get(), behaviour), again);
        }
        if (!noBuild) {
            Build.of(session, folder.get()).run();
        }
        byte[] bundle = Bundle.of(session, folder.get(), RegistrationValues.of(Optional.empty(), profile.given()));
        return new ContractTests(session, folder.get(), options, values, references.of(folder.get()))
                .run(bundle, again);
    }

    private static Rule rule(String id) {
        return Rule.parse(id)
                .orElseThrow(() -> new Refused(Exit.USAGE, "there is no rule " + id + "; 'fairlead test' lists them"));
    }

    private Replay replay(String file) {
        try {
            return Replay.parse(Documents.object(session, file));
        } catch (IllegalArgumentException none) {
            throw new Refused(Exit.USAGE, file + ": " + none.getMessage());
        }
    }
}
