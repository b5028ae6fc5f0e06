package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;

public final class DependenciesChanged implements PropertyRule {

    @Override
    public String id() {
        return "dependencies-changed";
    }

    @Override
    public String about() {
        return "A property now asks for others: breaking for callers; or no longer: risky for readers.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        if (!spot.changed("dependencies")) {
            return;
        }
        boolean removed = spot.old("dependencies")
                        .propertyNames()
                        .containsAll(spot.now("dependencies").propertyNames())
                && spot.now("dependencies").properties().stream()
                        .allMatch(one ->
                                one.getValue().equals(spot.old("dependencies").path(one.getKey())));
        if (removed) {
            changes.widened(this, spot, spot.old("dependencies"), spot.now("dependencies"));
        } else {
            changes.narrowed(this, spot, spot.old("dependencies"), spot.now("dependencies"));
        }
    }
}
