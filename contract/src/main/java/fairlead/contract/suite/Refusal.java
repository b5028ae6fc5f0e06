package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Lister.Walk;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// What has to be there after a create was refused at once: nothing.
final class Refusal {

    private final Bench bench;
    private final Optional<ObjectNode> filter;
    private final Set<String> mine;

    Refusal(Bench bench, Optional<ObjectNode> filter, Set<String> mine) {
        this.bench = bench;
        this.filter = filter;
        this.mine = mine;
    }

    void leftNothing(ObjectNode input, Walk before) {
        Optional<String> chosen = bench.schema.identifier(input);
        boolean known = chosen.filter(before.ids()::contains).isPresent();
        if (chosen.isPresent() && !known) {
            bench.findings.looked(Rule.CREATE_FAILED_NOT_CREATED, "reads after a refusal");
            boolean made = bench.quiet().read(chosen.get()) instanceof Look.Found(var model)
                    && (filter.isPresent() || isMadeOf(input, model));
            if (made) {
                mine.add(chosen.get());
                bench.findings.failed(
                        Rule.CREATE_FAILED_NOT_CREATED,
                        "The create failed with its first answer, and a read finds '" + chosen.get() + "'.");
            }
        }
        filter.map(given -> bench.quiet().lister.walk(given, Lister.USUAL))
                .filter(walk -> walk.refused().isEmpty() && before.refused().isEmpty() && walk.ended())
                .ifPresent(walk -> grown(walk, before));
    }

    /// Without a list nobody knows what was there before. It was not, if it is what was asked for.
    private boolean isMadeOf(ObjectNode input, ObjectNode model) {
        ObjectNode rest = bench.schema.withoutWriteOnly(input);
        bench.schema.primaryIdentifier().forEach(path -> path.remove(rest));
        return !rest.isEmpty() && bench.agreement.unmet(input, model).isEmpty();
    }

    private void grown(Walk walk, Walk before) {
        bench.findings.looked(Rule.CREATE_FAILED_NOT_CREATED, "lists after a refusal");
        for (String id : walk.without(before)) {
            if (bench.quiet().read(id) instanceof Look.Found && mine.add(id)) {
                bench.findings.failed(
                        Rule.CREATE_FAILED_NOT_CREATED,
                        "The create failed with its first answer, and the list has '" + id + "' since.");
            }
        }
    }
}
