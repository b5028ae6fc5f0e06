package fairlead.server.access.policy.rule;

import java.util.List;
import java.util.Optional;

/// A rule whose parameters have values: what has to hold, and what follows then. Used by many threads at once.
///
/// @param changes what `modify` and `append` do to a request
/// @param onConflict what follows where two rules would set the same to different values
/// @param approval what `requireApproval` demands; empty of any other effect
public record Rule(
        Condition when, Effect effect, List<FieldChange> changes, Effect onConflict, Optional<ApprovalTerms> approval) {

    Rule(Condition when, Effect effect, List<FieldChange> changes, Effect onConflict) {
        this(when, effect, changes, onConflict, Optional.empty());
    }

    public Rule {
        changes = List.copyOf(changes);
    }

    /// Whether it applies to these facts. Throws [Evaluation.TooLong] if that is too much work.
    public boolean applies(Evaluation evaluation) {
        return when.holds(evaluation.again());
    }
}
