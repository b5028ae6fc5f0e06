package fairlead.server.access.policy;

import fairlead.server.access.Caller;
import fairlead.server.access.policy.rule.Facts;
import fairlead.server.database.Transaction;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/// What the guardrails have said of one change when it was planned. Its transaction asks whether that still holds, and
/// writes it down. Used by one thread.
public final class Judgement {

    private final Guardrails guardrails;
    private final Caller caller;
    private final Supplier<Facts> facts;
    private final boolean deletion;
    private Verdict verdict;
    private final List<AssignedRule> amending;

    Judgement(
            Guardrails guardrails,
            Caller caller,
            Supplier<Facts> facts,
            boolean deletion,
            Verdict verdict,
            List<AssignedRule> amending) {
        this.guardrails = guardrails;
        this.caller = caller;
        this.facts = facts;
        this.deletion = deletion;
        this.verdict = verdict;
        this.amending = amending;
    }

    /// Whether the change may go on as it was planned: a problem if it may not go on at all any more, false if rules
    /// that are new since would make something else of it.
    public boolean holds(Transaction transaction) {
        PolicySnapshot now = guardrails.in(transaction);
        if (now.version() == verdict.rules()) {
            return true;
        }
        if (now.isEmpty()) {
            verdict = Verdict.nothing(now);
            return amending.isEmpty();
        }
        Facts asked = facts.get();
        if (!deletion && (!amending.isEmpty() || guardrails.amends(now, asked))) {
            return false;
        }
        verdict = guardrails.verdict(now, caller, asked, deletion);
        return true;
    }

    /// Writes down how the resource stands to the rules.
    public void keep(Transaction transaction, UUID uid) {
        if (!verdict.findings().isEmpty()) {
            guardrails.keep(transaction, uid, facts.get(), verdict, amending);
        }
    }
}
