package fairlead.server.resource.step;

import fairlead.contract.Guard;
import fairlead.handler.Page;
import fairlead.handler.Query;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.schema.ResourceSchema;
import fairlead.server.database.Database;
import fairlead.server.resource.call.HandlerInvocation;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerResult;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Orphan;
import fairlead.server.resource.record.OrphanStore;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.type.TypeVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// What a create has made that says that it is done, and names it wrongly or not at all: it is there, the handler lists
/// it, and no record has it.
///
/// One that reads as the create has asked is taken for it only if there is no other, if it is not left behind, and if
/// nothing else of the type may be there that no record names: what belongs to another owner is never taken. Nor is
/// anything taken if the handler lists what the create has told: that only can't be read yet.
final class UnrecordedSearch {

    /// Beyond that many resources the search gives up.
    private static final int MOST = 1000;

    private static final int PAGE = 100;

    private final ResourceStore store;
    private final OrphanStore orphans = new OrphanStore();
    private final Database database;
    private final HandlerInvoker handlers;

    UnrecordedSearch(Database database, ResourceStore store, HandlerInvoker handlers) {
        this.database = database;
        this.store = store;
        this.handlers = handlers;
    }

    /// What waits for the identifier, a record or what is left behind.
    ///
    /// @param told the identifier that the create has told, under which nothing can be read
    record Seeker(UUID record, String leftBehind, Optional<String> told) {

        private static final UUID NO_RECORD = new UUID(0, 0);

        static Seeker of(Resource record, Optional<String> told) {
            return new Seeker(record.uid(), "", told);
        }

        static Seeker of(Orphan leftBehind) {
            return new Seeker(NO_RECORD, leftBehind.name(), Optional.empty());
        }
    }

    /// Its identifier, if there is no doubt of it. It is looked twice whether there may be others: what is made between
    /// the looks is recorded, or still on the way to that.
    ///
    /// @param invocation on whose behalf the handler is asked
    /// @param desired what the create has asked for
    Optional<String> find(HandlerInvocation invocation, Seeker seeker, ObjectNode desired) {
        TypeVersion type = invocation.type();
        boolean listed = type.handler() instanceof Listable && type.namedBy().isEmpty();
        return listed && isAlone(type, seeker)
                ? alike(invocation, seeker, desired)
                        .filter(name -> isAlone(type, seeker) && !isRecorded(type, Optional.of(name)))
                : Optional.empty();
    }

    private boolean isAlone(TypeVersion type, Seeker seeker) {
        return database.read(transaction -> !store.isAnyUnsettled(transaction, type.name(), seeker.record())
                && !orphans.isAnyUnidentified(transaction, type.name(), seeker.leftBehind()));
    }

    private Optional<String> alike(HandlerInvocation invocation, Seeker seeker, ObjectNode desired) {
        TypeVersion type = invocation.type();
        ObjectNode visible = type.schema().withoutWriteOnly(desired);
        List<String> alike = new ArrayList<>();
        Optional<List<ObjectNode>> all = unrecorded(invocation, seeker);
        for (ObjectNode identifier : all.orElse(List.of())) {
            switch (handlers.read(invocation, identifier)) {
                case HandlerResult.Done(var model)
                when isAsAsked(invocation.guard(), visible, model) ->
                    type.schema().identifier(model).ifPresent(alike::add);
                case HandlerResult.Done _, HandlerResult.Absent _ -> {}
                case HandlerResult.NotDone _ -> {
                    return Optional.empty();
                }
            }
        }
        return alike.size() == 1 ? Optional.of(alike.getFirst()) : Optional.empty();
    }

    private static boolean isAsAsked(Guard guard, ObjectNode visible, ObjectNode model) {
        return guard.unmet(visible, model).isEmpty();
    }

    /// The identifiers of what is listed and no record has; empty if not all of it can be listed, or if it has what the
    /// create has told.
    private Optional<List<ObjectNode>> unrecorded(HandlerInvocation invocation, Seeker seeker) {
        TypeVersion type = invocation.type();
        ResourceSchema schema = type.schema();
        ObjectNode everything = Documents.empty();
        if (!(type.handler() instanceof Listable handler)
                || !schema.listViolations(everything).isEmpty()) {
            return Optional.empty();
        }
        List<ObjectNode> found = new ArrayList<>();
        Optional<String> next = Optional.empty();
        do {
            if (!(handlers.list(invocation, handler, new Query(everything, PAGE, next))
                            instanceof HandlerResult.Listed(Page page))
                    || found.size() > MOST) {
                return Optional.empty();
            }
            for (ObjectNode entry : page.identifiers()) {
                ObjectNode identifier = type.schema().identifierModel(entry);
                Optional<String> name = type.schema().identifier(identifier);
                if (name.isPresent() && name.equals(seeker.told())) {
                    return Optional.empty();
                }
                if (!isRecorded(type, name)) {
                    found.add(identifier);
                }
            }
            next = page.next();
        } while (next.isPresent());
        return Optional.of(found);
    }

    private boolean isRecorded(TypeVersion type, Optional<String> identifier) {
        return identifier
                .filter(name -> database.read(transaction -> store.isAnyOf(transaction, type.name(), name)
                        || orphans.isAnyOf(transaction, type.name(), name)))
                .isPresent();
    }
}
