package fairlead.server.resource.call;

import fairlead.schema.HandlerKind;
import fairlead.schema.TypeName;
import fairlead.server.operation.OperationId;

/// Which handler is called, and for what.
///
/// @param action `create` for example, or the name of an action
record CallTarget(OperationId operation, TypeName type, String action) {

    CallTarget(OperationId operation, TypeName type, HandlerKind handler) {
        this(operation, type, handler.wireName());
    }
}
