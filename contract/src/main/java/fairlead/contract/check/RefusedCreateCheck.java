package fairlead.contract.check;

import fairlead.contract.Rule;
import fairlead.contract.call.ListReader;
import fairlead.contract.call.Listing;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.SuiteContext;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// What has to be there after a create was refused at once: nothing.
public final class RefusedCreateCheck {

    private final SuiteContext context;
    private final Optional<ObjectNode> filter;
    private final Set<String> created;

    public RefusedCreateCheck(SuiteContext context, Optional<ObjectNode> filter, Set<String> created) {
        this.context = context;
        this.filter = filter;
        this.created = created;
    }

    public void leftNothing(ObjectNode input, Listing before) {
        Optional<String> chosen = context.schema.identifier(input);
        boolean known = chosen.filter(before.ids()::contains).isPresent();
        if (chosen.isPresent() && !known) {
            context.findings.looked(Rule.CREATE_FAILED_NOT_CREATED, "reads after a refusal");
            boolean made = context.inPassing().read(chosen.get()) instanceof ReadOutcome.Found(var model)
                    && (filter.isPresent() || isMadeOf(input, model));
            if (made) {
                created.add(chosen.get());
                context.findings.failed(
                        Rule.CREATE_FAILED_NOT_CREATED,
                        "The create failed with its first answer, and a read finds '" + chosen.get() + "'.");
            }
        }
        filter.map(given -> context.inPassing().lists.read(given, ListReader.USUAL))
                .filter(listing ->
                        listing.refused().isEmpty() && before.refused().isEmpty() && listing.ended())
                .ifPresent(listing -> grown(listing, before));
    }

    /// Without a list it is not known what existed before. It did not, if it is what was asked for.
    private boolean isMadeOf(ObjectNode input, ObjectNode model) {
        ObjectNode rest = context.schema.withoutWriteOnly(input);
        context.schema.primaryIdentifier().forEach(path -> path.remove(rest));
        return !rest.isEmpty() && context.agreement.unmet(input, model).isEmpty();
    }

    private void grown(Listing listing, Listing before) {
        context.findings.looked(Rule.CREATE_FAILED_NOT_CREATED, "lists after a refusal");
        for (String id : listing.without(before)) {
            if (context.inPassing().read(id) instanceof ReadOutcome.Found && created.add(id)) {
                context.findings.failed(
                        Rule.CREATE_FAILED_NOT_CREATED,
                        "The create failed with its first answer, and the list has '" + id + "' since.");
            }
        }
    }
}
