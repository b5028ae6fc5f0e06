package fairlead.cli.schema;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Text;
import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.Profile;
import fairlead.schema.ResourceSchema;
import fairlead.schema.reference.Documents;
import fairlead.schema.source.Fault;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.util.List;

/// A schema in a file, JSON or YAML, for the commands that need a sound one.
public final class SchemaFile {

    private SchemaFile() {}

    /// The schema; what is wrong with it is told line by line.
    ///
    /// @param file `-` for standard input
    /// @param others where the documents are that it refers to
    /// @param profile by whose rules it is sound
    /// @param trouble how the command exits if the schema can't be used
    public static ResourceSchema read(Session session, String file, Documents others, Profile profile, Exit trouble) {
        byte[] content = session.read(file);
        return switch (Notation.of(file, content).read(content)) {
            case Source.Malformed(Fault fault) -> throw refused(session, file, List.of(Finding.of(fault)), trouble);
            case Source.Document(var root, List<Fault> faults, var _) -> {
                List<Finding> weighed =
                        faults.stream().map(Finding::of).map(profile::weigh).toList();
                if (Finding.anyError(weighed)) {
                    throw refused(session, file, weighed, trouble);
                }
                yield switch (ResourceSchema.load(root, others, profile)) {
                    case Loaded.Valid(ResourceSchema schema, var _) -> schema;
                    case Loaded.Invalid(List<Finding> findings) -> throw refused(session, file, findings, trouble);
                };
            }
        };
    }

    private static Refused refused(Session session, String file, List<Finding> findings, Exit trouble) {
        findings.stream().filter(Finding::isError).forEach(finding -> session.note(Text.line(finding.toString())));
        return new Refused(trouble, (file.equals("-") ? "standard input" : file) + " is no valid schema");
    }
}
