package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.schema.HandlerKind;

/// The rules that each handler has of its own.
final class Verbs {

    private Verbs() {}

    static Rule deadline(HandlerKind kind) {
        return switch (kind) {
            case CREATE -> Rule.CREATE_DEADLINE;
            case READ -> Rule.READ_DEADLINE;
            case UPDATE -> Rule.UPDATE_DEADLINE;
            case DELETE -> Rule.DELETE_DEADLINE;
            case LIST -> Rule.LIST_DEADLINE;
        };
    }

    /// For the operations that may take several calls.
    static Rule timeout(HandlerKind kind) {
        return switch (kind) {
            case CREATE -> Rule.CREATE_TIMEOUT;
            case UPDATE -> Rule.UPDATE_TIMEOUT;
            case DELETE -> Rule.DELETE_TIMEOUT;
            case READ, LIST -> throw new IllegalArgumentException(kind + " is one call");
        };
    }
}
