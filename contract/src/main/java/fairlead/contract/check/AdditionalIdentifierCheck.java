package fairlead.contract.check;

import fairlead.contract.Rule;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.SuiteContext;
import fairlead.handler.ErrorCode;
import fairlead.schema.PropertyPath;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// The additional identifiers of one resource: a read by each finds it, and nothing else, as long as it is there.
public final class AdditionalIdentifierCheck {

    private final SuiteContext context;
    private final String identifier;

    public AdditionalIdentifierCheck(SuiteContext context, String identifier) {
        this.context = context;
        this.identifier = identifier;
    }

    /// @param told what an answer said of the resource, which may differ from what was read
    /// @param asked what was asked for
    /// @param since what was done to the resource last, in words that follow what is wrong
    public void find(ObjectNode told, ObjectNode read, ObjectNode asked, String since) {
        for (List<PropertyPath> paths : context.schema.additionalIdentifiers()) {
            // Where the two do not agree, which is another finding, either will do.
            List<ObjectNode> keys = Stream.of(told, read)
                    .filter(one -> SuiteContext.hasAll(paths, one))
                    .map(one -> SuiteContext.select(paths, one))
                    .distinct()
                    .toList();
            if (keys.isEmpty()) {
                context.notExercised("no resource had " + names(paths), Rule.READ_ADDITIONAL_IDENTIFIERS);
                continue;
            }
            context.findings.looked(Rule.READ_ADDITIONAL_IDENTIFIERS, "reads");
            List<String> wrong = keys.stream()
                    .map(key -> otherwise(context.read(key, Optional.empty()), read, asked))
                    .flatMap(Optional::stream)
                    .toList();
            if (wrong.size() == keys.size()) {
                context.findings.failed(
                        Rule.READ_ADDITIONAL_IDENTIFIERS,
                        "The read by %s of '%s' %s%s.".formatted(names(paths), identifier, wrong.getFirst(), since));
            }
        }
    }

    /// After the resource was deleted.
    ///
    /// @param model what it was
    public void areGone(ObjectNode model) {
        for (List<PropertyPath> paths : context.schema.additionalIdentifiers()) {
            if (SuiteContext.hasAll(paths, model) && !context.findings.hasFailed(Rule.READ_ADDITIONAL_IDENTIFIERS)) {
                new DeletionCheck(context).readDeletedBy(paths, model, identifier);
            }
        }
    }

    public static String names(List<PropertyPath> paths) {
        return String.join(", ", paths.stream().map(PropertyPath::modelPointer).toList());
    }

    /// What a read found instead of the resource.
    private Optional<String> otherwise(ReadOutcome look, ObjectNode read, ObjectNode asked) {
        return switch (look) {
            case ReadOutcome.Found(var other) -> {
                Optional<String> name = context.schema.identifier(other);
                yield name.isPresent() && !name.get().equals(identifier)
                        ? Optional.of("finds '" + name.get() + "'")
                        : less(other, read, asked);
            }
            case ReadOutcome.Missing() -> Optional.of("says NotFound");
            case ReadOutcome.Wrong(var code, var message) ->
                Optional.of("fails with %s: %s"
                        .formatted(code.map(ErrorCode::wireName).orElse("no answer"), message));
        };
    }

    /// What was asked for and a read by the primary identifier shows.
    private Optional<String> less(ObjectNode other, ObjectNode read, ObjectNode asked) {
        List<String> unmet = context.agreement.unmet(asked, read);
        List<String> lacking = context.agreement.unmet(asked, other).stream()
                .filter(pointer -> !unmet.contains(pointer))
                .toList();
        return lacking.isEmpty()
                ? Optional.empty()
                : Optional.of("shows something else at " + String.join(", ", lacking));
    }
}
