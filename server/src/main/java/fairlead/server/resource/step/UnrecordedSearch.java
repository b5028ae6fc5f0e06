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
/// One that reads as the create has asked is taken for it only if there is no other, and if no other record of the type
/// waits for its identifier: what belongs to another owner is never taken.
final class UnrecordedSearch {

    /// Beyond that many resources the search gives up.
    private static final int MOST = 1000;

    private static final int PAGE = 100;

    private final ResourceStore store;
    private final Database database;
    private final HandlerInvoker handlers;

    UnrecordedSearch(Database database, ResourceStore store, HandlerInvoker handlers) {
        this.database = database;
        this.store = store;
        this.handlers = handlers;
    }

    /// Its identifier, if there is no doubt of it.
    ///
    /// @param invocation on whose behalf the handler is asked
    /// @param record that waits for the identifier
    /// @param desired what the create has asked for
    Optional<String> find(HandlerInvocation invocation, UUID record, ObjectNode desired) {
        TypeVersion type = invocation.type();
        boolean listed = type.handler() instanceof Listable && type.namedBy().isEmpty();
        if (!listed || database.read(transaction -> store.isAnyUnidentified(transaction, type.name(), record))) {
            return Optional.empty();
        }
        ObjectNode visible = type.schema().withoutWriteOnly(desired);
        List<String> alike = new ArrayList<>();
        Optional<List<ObjectNode>> all = unrecorded(invocation);
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

    /// The identifiers of what is listed and no record has; empty if not all of it can be listed.
    private Optional<List<ObjectNode>> unrecorded(HandlerInvocation invocation) {
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
            page.identifiers().stream()
                    .map(type.schema()::identifierModel)
                    .filter(identifier -> !isRecorded(type, identifier))
                    .forEach(found::add);
            next = page.next();
        } while (next.isPresent());
        return Optional.of(found);
    }

    private boolean isRecorded(TypeVersion type, ObjectNode identifier) {
        return type.schema()
                .identifier(identifier)
                .filter(name -> database.read(transaction -> store.isAnyOf(transaction, type.name(), name)))
                .isPresent();
    }
}
