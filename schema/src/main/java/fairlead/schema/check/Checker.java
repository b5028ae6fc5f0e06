package fairlead.schema.check;

import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.Profile;
import fairlead.schema.ResourceSchema;
import fairlead.schema.lint.Lints;
import fairlead.schema.reference.Documents;
import fairlead.schema.source.Fault;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Positions;
import fairlead.schema.source.Source;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Checks schema files. May be shared between threads.
public final class Checker {

    private static final Comparator<Placed> ORDER = Comparator.comparing(Placed::position)
            .thenComparing(placed -> placed.finding().severity())
            .thenComparing(placed -> placed.finding().pointer())
            .thenComparing(placed -> placed.finding().id());

    private final Documents others;
    private final Profile profile;

    /// @param others where documents are found that a schema refers to
    public Checker(Documents others) {
        this(others, Profile.STRICT);
    }

    public Checker(Documents others, Profile profile) {
        this.others = others;
        this.profile = profile;
    }

    /// Everything that is wrong with a file, errors and advice, all at once.
    ///
    /// @param file its name, which tells JSON from YAML
    public Checked check(String file, byte[] content) {
        return check(file, Notation.of(file, content).read(content));
    }

    /// The same of a file that was read before.
    public Checked check(String file, Source source) {
        return switch (source) {
            case Source.Malformed(var fault) ->
                new Checked(file, List.of(new Placed(Finding.of(fault), fault.position())), Optional.empty());
            case Source.Document document -> check(file, document);
        };
    }

    private Checked check(String file, Source.Document document) {
        Set<Finding> findings = new LinkedHashSet<>();
        Optional<ResourceSchema> schema = switch (ResourceSchema.load(document.root(), others, profile)) {
            case Loaded.Valid(var loaded, var warnings) -> {
                findings.addAll(warnings);
                yield Optional.of(loaded);
            }
            case Loaded.Invalid(var wrong) -> {
                findings.addAll(wrong);
                yield Optional.empty();
            }
        };
        if (document.root().isObject()) {
            Lints.of(document.root()).forEach(advice -> findings.add(weigh(advice)));
        }
        boolean readable =
                document.faults().stream().map(Finding::of).map(profile::weigh).noneMatch(Finding::isError);
        boolean usable = readable && findings.stream().noneMatch(Finding::isError);
        return new Checked(file, placed(document, findings), schema.filter(_ -> usable));
    }

    /// The CloudFormation command line sends no schema of more bytes than that, which is no flaw of the schema.
    private Finding weigh(Finding advice) {
        boolean unsent = profile == Profile.CLOUDFORMATION && advice.id().equals("schema.size");
        return unsent ? advice.as(Finding.Severity.ERROR) : profile.weigh(advice);
    }

    private List<Placed> placed(Source.Document document, Set<Finding> findings) {
        List<Placed> placed = new java.util.ArrayList<>();
        document.faults().forEach(fault -> placed.add(new Placed(profile.weigh(Finding.of(fault)), fault.position())));
        Set<String> faulty = document.faults().stream().map(Fault::pointer).collect(Collectors.toSet());
        // A name that YAML does not mean is no keyword either, which is told once.
        findings.removeIf(
                finding -> finding.id().equals("schema.unknown-keyword") && faulty.contains(finding.pointer()));
        if (!findings.isEmpty()) {
            Positions positions = document.places().get();
            findings.forEach(finding -> placed.add(new Placed(finding, positions.of(finding.pointer()))));
        }
        placed.sort(ORDER);
        return placed;
    }
}
