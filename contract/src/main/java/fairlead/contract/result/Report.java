package fairlead.contract.result;

import fairlead.contract.Rule;
import fairlead.schema.TypeName;
import java.time.Duration;
import java.util.List;

/// What the suite found.
///
/// @param digest of what was tested: the schema and the handler
/// @param results one for each rule, in the order of the rules
/// @param calls how many calls the handler got
/// @param notes what a reader should know beside the rules: inputs that were refused, resources left behind
/// @param took how long it took; the only part that differs between two runs with the same seed
public record Report(
        TypeName type, String digest, long seed, List<Result> results, long calls, List<String> notes, Duration took) {

    public Report {
        results = List.copyOf(results);
        notes = List.copyOf(notes);
    }

    /// The whole in a word.
    public enum Verdict {
        /// No rule was broken.
        PASSED,
        /// A rule was broken.
        FAILED,
        /// No resource could be created, so next to nothing was looked at.
        INCONCLUSIVE
    }

    public Verdict verdict() {
        if (!failed().isEmpty()) {
            return Verdict.FAILED;
        }
        return madeAnything() ? Verdict.PASSED : Verdict.INCONCLUSIVE;
    }

    /// Whether a create has succeeded.
    public boolean madeAnything() {
        return results.stream()
                .filter(result -> result.rule() == Rule.CREATE_RETURNS_REQUEST)
                .noneMatch(Result.NotExercised.class::isInstance);
    }

    public List<Result.Passed> passed() {
        return of(Result.Passed.class);
    }

    public List<Result.Failed> failed() {
        return of(Result.Failed.class);
    }

    public List<Result.Consequence> consequences() {
        return of(Result.Consequence.class);
    }

    public List<Result.NotExercised> notExercised() {
        return of(Result.NotExercised.class);
    }

    /// The rules that were broken, without those that broke in consequence.
    public List<Rule> broken() {
        return failed().stream().map(Result.Failed::rule).toList();
    }

    private <T extends Result> List<T> of(Class<T> kind) {
        return results.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
