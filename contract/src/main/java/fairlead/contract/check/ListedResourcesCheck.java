package fairlead.contract.check;

import fairlead.contract.Rule;
import fairlead.contract.call.Listing;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.SuiteContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Compares lists before and after each step: they differ by the resource that the step was about and by nothing else.
public final class ListedResourcesCheck {

    private static final int MOST_ENTRIES_READ = 10;

    private final SuiteContext context;
    private final Set<String> created;

    /// @param created takes the identifiers of resources that are found here, to be deleted in the end
    public ListedResourcesCheck(SuiteContext context, Set<String> created) {
        this.context = context;
        this.created = created;
    }

    // -- a create -------------------------------------------------------------------------------------------------

    /// Before the create.
    public void beforeCreate(Listing listing) {
        if (listing.ids().isEmpty()) {
            context.findings.looked(Rule.LIST_EMPTY, "lists", listing.refused().isEmpty() ? 1 : 0);
        }
    }

    /// A list that fails while no resource exists, and works when one does; or one that never works.
    public void failures(Listing before, Listing after) {
        before.refused().ifPresent(refused -> {
            boolean never = after.refused().isPresent();
            context.findings.failed(
                    never ? Rule.LIST_IDENTIFIERS : Rule.LIST_EMPTY,
                    "The list failed with %s%s: %s"
                            .formatted(refused.code(), never ? "" : " while no resource existed", refused.message()));
        });
        after.refused()
                .filter(_ -> before.refused().isEmpty())
                .ifPresent(refused -> context.findings.failed(
                        Rule.LIST_IDENTIFIERS,
                        "The list failed with %s: %s".formatted(refused.code(), refused.message())));
    }

    /// Whether the list has what was created.
    public boolean hasCreated(Listing listing, String identifier) {
        context.findings.looked(Rule.CREATE_LISTED, "lists after a create");
        boolean listed = listing.ids().contains(identifier);
        if (!listed) {
            context.findings.failed(Rule.CREATE_LISTED, "The list lacks '" + identifier + "', which was created.");
        }
        return listed;
    }

    /// Whether a list of several resources is whole and has all that were created.
    public boolean hasAll(Listing listing, Set<String> identifiers) {
        List<String> missing =
                identifiers.stream().filter(id -> !listing.ids().contains(id)).toList();
        if (!missing.isEmpty() && !context.findings.hasFailed(Rule.CREATE_LISTED)) {
            String which = missing.size() == 1 ? "'" + missing.getFirst() + "'" : missing.size() + " of them";
            context.findings.failed(
                    Rule.CREATE_LISTED,
                    "The list has not all of the %d resources that were created: it lacks %s."
                            .formatted(identifiers.size(), which));
        }
        return missing.isEmpty() && listing.refused().isEmpty() && listing.ended();
    }

    /// After a create, the list has grown by the resource and by nothing else.
    ///
    /// @param calls how many calls the create took
    /// @return what else was created, if the calls of the create after the first explain it: one resource for each
    public List<String> afterCreate(String identifier, Listing listing, Set<String> more, int calls) {
        boolean byRepetition = calls > 1 && more.size() == calls;
        List<String> repeated = new ArrayList<>();
        context.findings.looked(Rule.NO_LEAK, "lists");
        if (hasCreated(listing, identifier)) {
            context.findings.looked(Rule.LIST_READABLE, "entries");
        }
        more.stream()
                .filter(id -> !id.equals(identifier))
                .limit(MOST_ENTRIES_READ)
                .forEach(id -> {
                    switch (readEntry(id)) {
                        case ReadOutcome.Missing() -> unreadable(id);
                        case ReadOutcome.Found _ -> {
                            created.add(id);
                            if (byRepetition) {
                                repeated.add(id);
                            } else {
                                context.findings.failed(Rule.NO_LEAK, createdBeside(identifier, id));
                            }
                        }
                        case ReadOutcome.Wrong _ -> {}
                    }
                });
        listing.ids().stream()
                .filter(id -> !more.contains(id))
                .limit(MOST_ENTRIES_READ)
                .filter(id -> readEntry(id) instanceof ReadOutcome.Missing)
                .forEach(this::unreadable);
        return repeated;
    }

    /// What is said of a create that has created more than one resource.
    public static String createdBeside(String identifier, String other) {
        return "The create of '" + identifier + "' made '" + other + "', too, and did not report it.";
    }

    /// Whether an entry of a list can be read.
    public ReadOutcome readEntry(String identifier) {
        context.findings.looked(Rule.LIST_READABLE, "entries");
        try {
            return context.inPassing().read(identifier);
        } catch (IllegalArgumentException e) {
            return new ReadOutcome.Wrong(Optional.empty(), e.toString());
        }
    }

    private void unreadable(String identifier) {
        context.findings.failed(
                Rule.LIST_READABLE, "The list has '" + identifier + "', of which a read says NotFound.");
    }

    // -- an update ------------------------------------------------------------------------------------------------

    /// After an update, the list has the same resources.
    public void afterUpdate(Listing before, Listing after, String identifier) {
        context.findings.looked(Rule.UPDATE_NO_NEW_RESOURCE, "lists after an update");
        Set<String> more = after.without(before);
        more.remove(identifier);
        more.stream()
                .filter(id -> context.inPassing().read(id) instanceof ReadOutcome.Found)
                .forEach(id -> {
                    created.add(id);
                    context.findings.failed(
                            Rule.UPDATE_NO_NEW_RESOURCE, "The update of '" + identifier + "' made '" + id + "'.");
                });
        if (before.ids().contains(identifier) && !after.ids().contains(identifier)) {
            context.findings.failed(Rule.CREATE_LISTED, "The list lacks '" + identifier + "' since it was updated.");
        }
    }

    /// After an update of what never existed was refused, no read finds it.
    ///
    /// @return whether one does
    public boolean isCreatedByRefusedUpdate(ObjectNode identifier) {
        boolean found = context.unknownIdentifiers.readIsNotFound
                && context.inPassing().read(identifier, Optional.empty()) instanceof ReadOutcome.Found;
        if (found) {
            context.unknownIdentifiers.updateIsWrong = true;
            context.findings.failed(
                    Rule.UPDATE_NO_NEW_RESOURCE,
                    "An update of what never existed says NotFound, and a read finds the resource since.");
        }
        return found;
    }

    // -- a delete -------------------------------------------------------------------------------------------------

    public void afterDelete(Listing listing, String identifier) {
        if (listing.refused().isPresent() && !context.findings.hasFailed(Rule.LIST_IDENTIFIERS)) {
            context.findings.failed(
                    Rule.LIST_EMPTY,
                    "The list failed with %s after the delete: %s"
                            .formatted(
                                    listing.refused().get().code(),
                                    listing.refused().get().message()));
        } else if (listing.ended()) {
            context.findings.looked(Rule.DELETE_UNLISTED, "lists after a delete");
            context.findings.looked(Rule.LIST_EMPTY, "lists", listing.ids().isEmpty() ? 1 : 0);
        }
        if (listing.ids().contains(identifier)) {
            context.findings.failed(Rule.DELETE_UNLISTED, "The list still has '" + identifier + "' after its delete.");
        }
    }

    /// After everything was deleted, nothing is left.
    public void afterAll(Listing before, Listing after) {
        context.findings.looked(Rule.NO_LEAK, "lists");
        Set<String> more = after.without(before);
        more.removeAll(created);
        more.stream()
                .filter(id -> context.inPassing().read(id) instanceof ReadOutcome.Found)
                .filter(created::add)
                .forEach(id ->
                        context.findings.failed(Rule.NO_LEAK, "'" + id + "' is left when everything was deleted."));
    }
}
