package fairlead.cli;

import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.util.List;

/// A schema in a file, for the commands that compare.
final class SchemaFile {

    private SchemaFile() {}

    static ResourceSchema read(Session session, String file) {
        return switch (ResourceSchema.parse(session.read(file))) {
            case Loaded.Valid valid -> valid.schema();
            case Loaded.Invalid invalid -> throw refused(file, invalid.findings());
        };
    }

    /// In the manner of diff, trouble of any kind is exit code 2.
    private static Refused refused(String file, List<Finding> findings) {
        List<Finding> errors = findings.stream().filter(Finding::isError).toList();
        Finding first = errors.getFirst();
        String more =
                errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more; 'fairlead validate' lists them)";
        return new Refused(
                Exit.USAGE, file + " is no valid schema: " + first.message() + " at '" + first.pointer() + "'" + more);
    }
}
