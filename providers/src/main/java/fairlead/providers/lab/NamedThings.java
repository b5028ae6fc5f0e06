package fairlead.providers.lab;

import fairlead.handler.Context;
import fairlead.providers.lab.Ledger.State;
import fairlead.providers.lab.Ledger.Thing;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The part of a ledger that holds things which their callers name.
///
/// A ledger's id belongs to one token for ever, a name to the thing that has it at the moment: so an id is made of the
/// names, by which it is found, and of the token.
///
/// @param kind with which the ids begin; in the order of texts before `thing`
record NamedThings(Ledger ledger, String kind) {

    /// The thing of that name, if there is one.
    ///
    /// @param names the values of its primary identifier
    Optional<Thing> find(Context context, List<String> names) {
        String prefix = prefix(context, names);
        return ledger.list(Optional.of(prefix), 1).stream()
                .filter(thing -> thing.id().startsWith(prefix))
                .findFirst();
    }

    /// Makes the thing unless this operation has made it already; empty if it has been removed since.
    Optional<Thing> create(Context context, List<String> names, ObjectNode properties) {
        String id = prefix(context, names) + hash(context.token());
        return ledger.create(id, context.token(), state(properties), now(context));
    }

    /// Changes the thing unless this operation has changed it already; empty if it is gone.
    Optional<Thing> update(Context context, Thing thing, ObjectNode properties) {
        return ledger.update(thing.id(), context.token(), state(properties), now(context));
    }

    void delete(Context context, Thing thing) {
        ledger.delete(thing.id(), context.token(), now(context));
    }

    /// The next things whose names begin so, in the order of their ids.
    ///
    /// @param names the first values of their primary identifiers; none for all
    List<Thing> list(Context context, List<String> names, Optional<String> after, int limit) {
        String prefix = prefix(context, names);
        return ledger.list(Optional.of(after.orElse(prefix)), limit).stream()
                .takeWhile(thing -> thing.id().startsWith(prefix))
                .toList();
    }

    private String prefix(Context context, List<String> names) {
        List<String> parts = new ArrayList<>(List.of(kind, hash(context.account() + " " + context.region())));
        names.forEach(name -> parts.add(hash(name)));
        return String.join("-", parts) + "-";
    }

    private static String hash(String text) {
        return Model.sha256(text).substring(0, 16);
    }

    private static State state(ObjectNode properties) {
        return new State(properties.toString(), Optional.empty());
    }

    private static Instant now(Context context) {
        return context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
