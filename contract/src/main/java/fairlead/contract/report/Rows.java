package fairlead.contract.report;

import fairlead.contract.result.Failure;
import fairlead.contract.result.Result;
import java.util.List;

/// What all forms of a report say of one rule.
///
/// @param status `passed`, `failed`, `consequence` or `not exercised`
/// @param detail what was looked at, or why nothing was
record Rows(String rule, String sentence, String status, String detail, List<Failure> failures) {

    static Rows of(Result result) {
        String id = result.rule().id();
        String sentence = result.rule().sentence();
        return switch (result) {
            case Result.Passed passed -> new Rows(id, sentence, "passed", passed.words(), List.of());
            case Result.Failed(var _, var failures) ->
                new Rows(id, sentence, "failed", failures.getFirst().found(), failures);
            case Result.Consequence(var _, var cause, var failures) ->
                new Rows(id, sentence, "consequence", "of " + cause.id(), failures);
            case Result.NotExercised(var _, var reason) -> new Rows(id, sentence, "not exercised", reason, List.of());
        };
    }
}
