package fairlead.cli.contract;

import fairlead.cli.contract.ContractTests.Tested;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Table;
import fairlead.contract.Rule;
import fairlead.contract.result.Replay;
import fairlead.contract.result.ReplayedCall;
import fairlead.contract.result.Result;
import java.util.List;

/// The report of a replay, for people: the calls that were repeated, and whether the rule is still broken.
final class ReplayReport {

    private static final String SAME = "same";

    private final Session session;
    private final Replay replay;
    private final Tested tested;

    ReplayReport(Session session, Replay replay, Tested tested) {
        this.session = session;
        this.replay = replay;
        this.tested = tested;
    }

    /// Whether the rule has been looked at and is no longer broken.
    boolean isMended() {
        return result() instanceof Result.Passed;
    }

    void print() {
        if (!tested.repeated().isEmpty()) {
            session.print(calls());
        }
        session.out().flush();
        if (!replay.digest().equals(tested.report().digest())) {
            session.note("  the type has changed since the failure");
        }
        Rule rule = replay.rule();
        switch (result()) {
            case Result.Passed passed -> session.done(rule + " is no longer broken: " + passed.words());
            case Result.Failed(var _, var failures) ->
                broken(rule + " is still broken: " + failures.getFirst().found());
            case Result.Consequence(var _, var cause, var _) ->
                broken(rule + " is still broken, because " + cause + " is");
            case Result.NotExercised(var _, var reason) -> broken(rule + " was not exercised: " + reason);
        }
    }

    private void broken(String words) {
        session.note(session.errPalette().red("✗") + " " + words);
    }

    private Table calls() {
        Table table = new Table()
                .right("#")
                .key("CALL")
                .column("THEN")
                .column(
                        "NOW",
                        text -> text.strip().equals(SAME)
                                ? text
                                : session.outPalette().yellow(text));
        List<ReplayedCall> calls = tested.repeated();
        for (int i = 0; i < calls.size(); i++) {
            ReplayedCall call = calls.get(i);
            table.row(
                    "" + (i + 1),
                    call.before().verb(),
                    ReplayedCall.outcome(call.before().answer()),
                    call.isSame() ? SAME : ReplayedCall.outcome(call.now()));
        }
        return table;
    }

    private Result result() {
        return tested.report().results().stream()
                .filter(result -> result.rule() == replay.rule())
                .findFirst()
                .orElseThrow();
    }
}
