package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.language.Containment;
import fairlead.schema.language.Language;

public final class PatternChanged implements PropertyRule {

    private static final int LONGEST_EXAMPLE = 80;

    @Override
    public String id() {
        return "pattern-changed";
    }

    @Override
    public String about() {
        return "A pattern is new or another: compatible with callers if it matches all that the old one does, and else"
                + " breaking for them; risky for readers if it may match more.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        if (!spot.changed("pattern")) {
            return;
        }
        String old = spot.old("pattern").asString("");
        String now = spot.now("pattern").asString("");
        if (!spot.concern().isInput()) {
            output(spot, changes, Language.contains(old, now));
            return;
        }
        switch (Language.contains(now, old)) {
            case Containment.Holds() -> {
                if (Language.contains(old, now) instanceof Containment.Holds) {
                    add(spot, changes, Verdict.COMPATIBLE, "both match the same texts");
                } else {
                    changes.widened(this, spot, spot.old("pattern"), spot.now("pattern"));
                }
            }
            case Containment.Fails(var text) ->
                add(
                        spot,
                        changes,
                        Verdict.BREAKING,
                        "the new pattern does not match " + quoted(text)
                                + ", which was matched before: what was valid may be refused");
            case Containment.Undecided() ->
                add(
                        spot,
                        changes,
                        Verdict.BREAKING,
                        "it can't be decided whether the new pattern matches all that the old one does: what was valid"
                                + " may be refused");
        }
    }

    /// Of what only readers see.
    private void output(PropertyVersions spot, SchemaChanges changes, Containment before) {
        if (before instanceof Containment.Holds) {
            changes.narrowed(this, spot, spot.old("pattern"), spot.now("pattern"));
        } else {
            changes.widened(this, spot, spot.old("pattern"), spot.now("pattern"));
        }
    }

    private void add(PropertyVersions spot, SchemaChanges changes, Verdict verdict, String reason) {
        changes.add(this, verdict, Concern.INPUT, spot.pointer(), spot.old("pattern"), spot.now("pattern"), reason);
    }

    private static String quoted(String text) {
        String shown = text.length() > LONGEST_EXAMPLE ? text.substring(0, LONGEST_EXAMPLE) + "…" : text;
        return PropertyVersions.text(shown).toString();
    }
}
