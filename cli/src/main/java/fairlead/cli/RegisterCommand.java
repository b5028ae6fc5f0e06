package fairlead.cli;

import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Palette;
import fairlead.cli.terminal.Table;
import java.nio.file.Path;
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
                + " folder of a CloudFormation provider; or a zip. Or simulate one from its schema alone.")
final class RegisterCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(index = "0", paramLabel = "DIR", description = "the folder, or a zip of it; a schema with --simulate")
    private Path folder = Path.of("");

    @Option(
            names = "--api-version",
            paramLabel = "VERSION",
            description = "the API version of its resources (else as fairlead.json says)")
    private Optional<String> apiVersion = Optional.empty();

    @Option(
            names = "--configuration",
            paramLabel = "FILE",
            description = "JSON: the type configuration to set once it is registered; - for standard input")
    private Optional<String> configuration = Optional.empty();

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "the report of its contract tests, of exactly these files; - for standard input")
    private Optional<String> report = Optional.empty();

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
            names = "--behaviour",
            paramLabel = "FILE",
            description = "JSON: how what is simulated behaves (else SCHEMA.behaviour.json beside the schema)")
    private Optional<Path> behaviour = Optional.empty();

    @Mixin
    private Output output = new Output();

    RegisterCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (skipTests && report.isPresent()) {
            throw new Refused(Exit.USAGE, "--report and --skip-tests exclude each other");
        }
        if (simulate) {
            return new SimulatedTypes(session, output.json(), apiVersion).register(folder, behaviour);
        }
        if (behaviour.isPresent()) {
            throw new Refused(Exit.USAGE, "--behaviour is for types that are registered with --simulate");
        }
        Optional<JsonNode> settings = configuration.map(file -> Documents.object(session, file));
        byte[] bundle = Bundle.of(session, folder, apiVersion);
        byte[] sent =
                report.map(file -> Bundle.with(session.read(file), bundle)).orElse(bundle);
        String path = "/fairlead/types" + (report.isPresent() ? "" : "?tests=skip");
        Answer answer = session.server().ask(Request.of(Request.Method.POST, path, "application/zip", sent));
        JsonNode type = answer.json();
        if (settings.isPresent()) {
            ConfigureCommand.configure(session, type.path("typeName").asString(""), settings.get());
        }
        if (output.json()) {
            session.print(answer.body());
        } else {
            print(type);
        }
        return Exit.OK.code();
    }

    private void print(JsonNode type) {
        JsonNode findings = type.path("findings");
        if (!findings.isEmpty()) {
            Table table = new Table()
                    .column("SEVERITY", text -> severity(session.outPalette(), text))
                    .column("WHERE")
                    .column("ID")
                    .column("MESSAGE");
            findings.forEach(finding -> table.row(
                    Outline.scalar(finding.path("severity")).toLowerCase(java.util.Locale.ROOT),
                    Outline.scalar(finding.path("pointer")),
                    Outline.scalar(finding.path("id")),
                    Outline.scalar(finding.path("message"))));
            session.print(table);
        }
        session.done(Outline.scalar(type.path("typeName")) + " registered as " + Outline.scalar(type.path("armType"))
                + ", api-version " + Types.defaultApiVersion(type));
    }

    private static String severity(Palette palette, String text) {
        return switch (text.strip()) {
            case "error", "danger" -> palette.red(text);
            case "warning" -> palette.yellow(text);
            default -> text;
        };
    }
}
