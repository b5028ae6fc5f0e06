package fairlead.cli.schema;

import fairlead.cli.session.CommandVersion;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.schema.Profile;
import fairlead.schema.check.Checker;
import fairlead.schema.reference.Documents;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "validate",
        description = "Check resource type schemas: everything that is wrong, where it is, and how to mend it.",
        footer = {
            "",
            "In a folder, every .json, .yaml and .yml file that is a schema is checked, those in folders below as"
                    + " well.",
            "It needs no server. With errors it exits with 1; with warnings alone it does so under --strict; with 2 if"
                    + " there is no schema."
        })
public final class ValidateCommand implements Callable<Integer> {

    private final Session session;

    /// Who the report is for.
    enum Format {
        TEXT,
        JSON,
        SARIF
    }

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "files and folders; - for standard input")
    private List<String> files = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text for people, json for programs, sarif (2.1.0) for code scanners (else text)")
    private Format format = Format.TEXT;

    @Option(names = "--strict", description = "exit with 1 if there are warnings, too")
    private boolean strict;

    @Option(
            names = {"-q", "--quiet"},
            description = "tell errors only; warnings are counted")
    private boolean quiet;

    @Option(names = "--compatible", hidden = true, description = "the older name of --profile cloudformation")
    private boolean compatible;

    @Mixin
    private ProfileOption option = new ProfileOption();

    @Mixin
    private ReferenceOptions references = new ReferenceOptions();

    public ValidateCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Documents elsewhere = references.documents();
        Profile profile = compatible ? Profile.CLOUDFORMATION : option.get();
        Report report;
        if (files.equals(List.of("-"))) {
            report = new Report(List.of(new Checker(elsewhere, profile).check("-", session.read("-"))), 0);
        } else {
            SchemaFiles schemas = SchemaFiles.read(files.stream().map(Path::of).toList());
            report = new Report(schemas.check(elsewhere, profile), schemas.others());
        }
        if (report.files().isEmpty()) {
            throw new Refused(
                    Exit.USAGE,
                    "there is no schema in " + String.join(", ", files) + ": "
                            + Report.number(report.others(), "other file"));
        }
        switch (format) {
            case TEXT -> session.print(new TextReport(session.outPalette(), !quiet).lines(report));
            case JSON -> session.print(JsonReport.of(report).toString().getBytes(StandardCharsets.UTF_8));
            case SARIF ->
                session.print(
                        Sarif.of(report, CommandVersion.number()).toString().getBytes(StandardCharsets.UTF_8));
        }
        boolean failed = report.errors() > 0 || (strict && report.warnings() > 0);
        return (failed ? Exit.FAILED : Exit.OK).code();
    }
}
