package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.suite.Bench.Look;
import fairlead.handler.ErrorCode;
import fairlead.schema.PropertyPath;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// The additional identifiers of one thing: a read by each finds it, and nothing else, as long as it is there.
final class OtherNames {

    private final Bench bench;
    private final String identifier;

    OtherNames(Bench bench, String identifier) {
        this.bench = bench;
        this.identifier = identifier;
    }

    /// @param told what an answer said of the thing, which may differ from what was read
    /// @param asked what was asked for
    /// @param since what was done to the thing last, in words that follow what is wrong
    void find(ObjectNode told, ObjectNode read, ObjectNode asked, String since) {
        for (List<PropertyPath> paths : bench.schema.additionalIdentifiers()) {
            // Where the two do not agree, which is another finding, either will do.
            List<ObjectNode> keys = Stream.of(told, read)
                    .filter(one -> Bench.hasAll(paths, one))
                    .map(one -> Bench.select(paths, one))
                    .distinct()
                    .toList();
            if (keys.isEmpty()) {
                bench.never("no thing had " + names(paths), Rule.READ_ADDITIONAL_IDENTIFIERS);
                continue;
            }
            bench.findings.looked(Rule.READ_ADDITIONAL_IDENTIFIERS, "reads");
            List<String> wrong = keys.stream()
                    .map(key -> otherwise(bench.read(key, Optional.empty()), read, asked))
                    .flatMap(Optional::stream)
                    .toList();
            if (wrong.size() == keys.size()) {
                bench.findings.failed(
                        Rule.READ_ADDITIONAL_IDENTIFIERS,
                        "The read by %s of '%s' %s%s.".formatted(names(paths), identifier, wrong.getFirst(), since));
            }
        }
    }

    /// After the thing was deleted.
    ///
    /// @param model what it was
    void areGone(ObjectNode model) {
        for (List<PropertyPath> paths : bench.schema.additionalIdentifiers()) {
            if (!Bench.hasAll(paths, model) || bench.findings.hasFailed(Rule.READ_ADDITIONAL_IDENTIFIERS)) {
                continue;
            }
            bench.findings.looked(Rule.DELETE_GONE, "reads of what was deleted by another identifier");
            Look look = bench.quiet().read(Bench.select(paths, model), Optional.empty());
            if (look instanceof Look.Wrong(var code, var message)) {
                bench.findings.failed(
                        bench.absence.readIsNotFound ? Rule.DELETE_GONE : Rule.READ_NOT_FOUND,
                        "A read by %s of what was deleted fails with %s instead of NotFound: %s"
                                .formatted(
                                        names(paths),
                                        code.map(ErrorCode::wireName).orElse("no answer"),
                                        message));
            }
            if (look instanceof Look.Found(var found)) {
                Optional<String> other = bench.schema.identifier(found);
                boolean still = other.filter(identifier::equals).isPresent();
                boolean namesake = Bench.select(paths, found).equals(Bench.select(paths, model));
                if (still || !namesake) {
                    bench.findings.failed(
                            still ? Rule.DELETE_GONE : Rule.READ_NOT_FOUND,
                            "A read by %s of '%s', which was deleted, finds '%s'."
                                    .formatted(names(paths), identifier, other.orElse("")));
                }
            }
        }
    }

    static String names(List<PropertyPath> paths) {
        return String.join(", ", paths.stream().map(PropertyPath::modelPointer).toList());
    }

    /// What a read found instead of the thing.
    private Optional<String> otherwise(Look look, ObjectNode read, ObjectNode asked) {
        return switch (look) {
            case Look.Found(var other) -> {
                Optional<String> name = bench.schema.identifier(other);
                yield name.isPresent() && !name.get().equals(identifier)
                        ? Optional.of("finds '" + name.get() + "'")
                        : less(other, read, asked);
            }
            case Look.Missing() -> Optional.of("says NotFound");
            case Look.Wrong(var code, var message) ->
                Optional.of("fails with %s: %s"
                        .formatted(code.map(ErrorCode::wireName).orElse("no answer"), message));
        };
    }

    /// What was asked for and a read by the primary identifier shows.
    private Optional<String> less(ObjectNode other, ObjectNode read, ObjectNode asked) {
        List<String> unmet = bench.agreement.unmet(asked, read);
        List<String> lacking = bench.agreement.unmet(asked, other).stream()
                .filter(pointer -> !unmet.contains(pointer))
                .toList();
        return lacking.isEmpty()
                ? Optional.empty()
                : Optional.of("shows something else at " + String.join(", ", lacking));
    }
}
