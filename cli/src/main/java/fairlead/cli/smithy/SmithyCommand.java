package fairlead.cli.smithy;

import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Table;
import fairlead.modelled.Packaging;
import fairlead.schema.Finding;
import fairlead.smithy.ModelFinding;
import fairlead.smithy.Models;
import fairlead.smithy.arn.Arns;
import fairlead.smithy.check.Checks;
import fairlead.smithy.convert.Conversion;
import fairlead.smithy.service.SdkId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import tools.jackson.databind.node.ObjectNode;

/// The commands on Smithy models that need no server.
@Command(
        name = "smithy",
        synopsisSubcommandLabel = "COMMAND",
        description = "Make resource types of Smithy models, and look at what they say.",
        commandListHeading = "%nCommands:%n")
public final class SmithyCommand {

    private SmithyCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new SmithyCommand())
                .addSubcommand(new Import(session))
                .addSubcommand(new Validate(session))
                .addSubcommand(new ArnCommand(session))
                .addSubcommand(new SmithyEndpointCommand(session))
                .addSubcommand(new SdkIdCommand(session));
    }

    public static void tell(Session session, List<ModelFinding> findings) {
        for (ModelFinding finding : findings) {
            String place = finding.line() == 0
                    ? finding.shape().orElse("")
                    : finding.file() + ":" + finding.line() + ":" + finding.column();
            session.note("%s  %s  %s  %s"
                    .formatted(
                            place,
                            finding.severity().name().toLowerCase(Locale.ROOT),
                            finding.id(),
                            finding.message()));
        }
    }

    /// What a model says in advance of a type that it is to serve.
    public static void tell(Session session, Conversion.Type type, List<Finding> rehearsed) {
        for (Finding finding : rehearsed) {
            session.note("%s  %s  %s  %s"
                    .formatted(
                            type.name(),
                            finding.severity().name().toLowerCase(Locale.ROOT),
                            finding.id(),
                            finding.message()));
        }
    }

    public static List<ServiceShape> services(Model model, String name) {
        List<ServiceShape> services = Conversion.services(model)
                .filter(service -> name.isEmpty()
                        || service.getId().toString().equals(name)
                        || service.getId().getName().equals(name))
                .toList();
        if (services.isEmpty()) {
            throw new Refused(
                    Exit.NOT_FOUND, name.isEmpty() ? "the model has no service" : "the model has no service " + name);
        }
        return services;
    }

    @Command(
            name = "import",
            description =
                    "Make a resource type schema of each resource of a model, and write them into a folder; what a"
                            + " schema can't say goes into a registration file beside it.")
    static final class Import implements Callable<Integer> {

        private final Session session;

        @Mixin
        private ModelFiles files = new ModelFiles();

        @Option(names = "--service", paramLabel = "NAME", description = "only the resources of this service")
        private String service = "";

        @Option(
                names = "--organization",
                paramLabel = "NAME",
                description = "what the names of the types begin with (AWS, if the service has aws.api#service)")
        private Optional<String> organization = Optional.empty();

        @Option(
                names = "--service-name",
                paramLabel = "NAME",
                description = "the second part of the types' names (else the service's CloudFormation name)")
        private Optional<String> serviceName = Optional.empty();

        @Option(names = "--marked-only", description = "only resources with the trait aws.cloudformation#cfnResource")
        private boolean markedOnly;

        @Option(
                names = {"-d", "--directory"},
                paramLabel = "DIR",
                description = "where to write them (else schemas)")
        private Path directory = Path.of("schemas");

        Import(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            Model model = files.sound(session);
            Conversion.Options options = new Conversion.Options(organization, serviceName, markedOnly);
            Table table = new Table().key("TYPE").column("FILE").column("HANDLERS");
            List<ModelFinding> findings = new ArrayList<>();
            for (ServiceShape shape : services(model, service)) {
                Conversion.Converted converted = Conversion.of(model, shape, options);
                findings.addAll(converted.findings());
                Conversion.leftOut(model, shape, options)
                        .forEach(why -> session.note(shape.getId().getName() + ": " + why));
                for (Conversion.Type type : converted.types()) {
                    String handlers =
                            String.join(", ", type.schema().path("handlers").propertyNames());
                    table.row(type.name(), write(type).toString(), handlers);
                    if (Packaging.isComplete(model, type)) {
                        tell(session, type, asWarnings(Packaging.rehearsed(model, shape, type)));
                    }
                }
            }
            tell(session, findings);
            session.print(table);
            boolean failed = findings.stream().anyMatch(finding -> finding.severity() == ModelFinding.Severity.ERROR);
            return failed ? Exit.FAILED.code() : Exit.OK.code();
        }

        /// A handler of one's own need not do what can't be done by the model alone.
        private static List<Finding> asWarnings(List<Finding> rehearsed) {
            return rehearsed.stream()
                    .map(finding ->
                            Finding.warning(finding.id(), finding.pointer(), "without a handler: " + finding.message()))
                    .toList();
        }

        private Path write(Conversion.Type type) {
            String name = type.name().toLowerCase(Locale.ROOT).replace("::", "-");
            if (!type.registration().isEmpty()) {
                write(name + ".fairlead.json", type.registration());
            }
            return write(name + ".json", type.schema());
        }

        private Path write(String name, ObjectNode document) {
            Path file = directory.resolve(name);
            String text = Documents.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n";
            try {
                Files.createDirectories(directory);
                return Files.writeString(file, text, StandardCharsets.UTF_8);
            } catch (IOException failure) {
                throw new UncheckedIOException("can't write " + file, failure);
            }
        }
    }

    @Command(
            name = "validate",
            description = "Hold a model against the rules of Smithy and of the AWS Core Specification.",
            footer = {"", "It exits with 0 if there is no error, and with 1 if there is one."})
    static final class Validate implements Callable<Integer> {

        private final Session session;

        @Mixin
        private ModelFiles files = new ModelFiles();

        @Option(
                names = "--imported",
                description = "the model is another author's: what breaks a rule of the specification is a warning")
        private boolean imported;

        Validate(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            Models.Loaded loaded = files.load();
            UnaryOperator<ModelFinding> weighed = imported ? ModelFinding::asWarning : UnaryOperator.identity();
            List<ModelFinding> findings = new ArrayList<>(loaded.findings());
            loaded.model().map(Checks::of).stream()
                    .flatMap(List::stream)
                    .map(weighed)
                    .forEach(findings::add);
            tell(session, findings);
            long errors = count(findings, ModelFinding.Severity.ERROR);
            session.note("%d errors, %d warnings, %d notes"
                    .formatted(
                            errors,
                            count(findings, ModelFinding.Severity.WARNING),
                            count(findings, ModelFinding.Severity.NOTE)));
            return errors > 0 ? Exit.FAILED.code() : Exit.OK.code();
        }

        private static long count(List<ModelFinding> findings, ModelFinding.Severity severity) {
            return findings.stream()
                    .filter(finding -> finding.severity() == severity)
                    .count();
        }
    }

    @Command(
            name = "arn",
            description = "List the ARNs of a model's resources, or say which resource an ARN means.",
            footer = {"", "With --find it exits with 3 if the ARN means no resource of the model."})
    static final class ArnCommand implements Callable<Integer> {

        private final Session session;

        @Mixin
        private ModelFiles files = new ModelFiles();

        @Option(names = "--find", paramLabel = "ARN", description = "the ARN whose resource is looked for")
        private Optional<String> find = Optional.empty();

        ArnCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            Model model = files.sound(session);
            Table table = find.isPresent()
                    ? new Table().key("RESOURCE").column("IDENTIFIERS")
                    : new Table().key("RESOURCE").column("ARN");
            int rows = 0;
            for (ServiceShape service : services(model, "")) {
                Arns arns = Arns.of(model, service);
                List<List<String>> found = find.map(arn -> matches(arns, arn)).orElseGet(() -> templates(arns));
                found.forEach(table::row);
                rows += found.size();
            }
            session.print(table);
            return rows == 0 && find.isPresent() ? Exit.NOT_FOUND.code() : Exit.OK.code();
        }

        private static List<List<String>> matches(Arns arns, String arn) {
            return arns.find(arn).stream()
                    .map(match -> List.of(
                            match.resource().toString(),
                            match.identifiers().entrySet().stream()
                                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                                    .collect(Collectors.joining(", "))))
                    .toList();
        }

        private static List<List<String>> templates(Arns arns) {
            return arns.templates().entrySet().stream()
                    .map(entry ->
                            List.of(entry.getKey().toString(), entry.getValue().toString()))
                    .toList();
        }
    }

    @Command(
            name = "sdk-id",
            description = "Suggest the SDK service ID of a service by its official name, or check one.",
            footer = {"", "With --check it exits with 1 if the ID breaks a rule that MUST be kept."})
    static final class SdkIdCommand implements Callable<Integer> {

        private final Session session;

        @Parameters(arity = "1", paramLabel = "NAME", description = "the official name, or with --check the ID itself")
        private String name = "";

        @Option(
                names = "--abbreviation",
                paramLabel = "NAME",
                description = "the official abbreviation, such as Amazon S3")
        private Optional<String> abbreviation = Optional.empty();

        @Option(names = "--check", description = "NAME is an ID: say which rules it breaks")
        private boolean check;

        SdkIdCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            SdkId id = check
                    ? new SdkId(name)
                    : SdkId.suggested(abbreviation, name)
                            .orElseThrow(
                                    () -> new Refused(Exit.INVALID, "nothing of '" + name + "' is left for an ID"));
            session.print(new Table()
                    .key("SDK ID")
                    .column("COMMAND")
                    .column("CLIENT")
                    .row(id.value(), id.command(), id.clientClass()));
            id.breaches().forEach(breach -> session.note(breach.rule()));
            boolean broken = id.breaches().stream().anyMatch(SdkId.Breach::must);
            return check && broken ? Exit.FAILED.code() : Exit.OK.code();
        }
    }
}
