package fairlead.schema.check;

import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import fairlead.schema.source.Position;
import java.util.List;
import java.util.Optional;

/// What was found in one file.
///
/// @param file its name, as it was given
/// @param findings in the order of the file
/// @param schema the schema; empty if it can't be used
public record Checked(String file, List<Placed> findings, Optional<ResourceSchema> schema) {

    public Checked {
        findings = List.copyOf(findings);
    }

    /// A file that can't be read at all.
    public static Checked unreadable(String file, String why) {
        Finding finding = Finding.error("schema.file", "", "expected a file that can be read, found " + why);
        return new Checked(file, List.of(new Placed(finding, Position.START)), Optional.empty());
    }

    public long errors() {
        return findings.stream().map(Placed::finding).filter(Finding::isError).count();
    }

    public long warnings() {
        return findings.size() - errors();
    }
}
