package fairlead.server.resource.call;

import fairlead.contract.Guard;
import fairlead.handler.Context;
import fairlead.server.operation.OperationId;
import fairlead.server.type.TypeVersion;
import java.util.function.UnaryOperator;

/// Which handler is called, for which operation, and about what.
///
/// @param guard holds the handler's answer against the contract
/// @param operation while one call for it has not come back, no other is made
/// @param token the same in every call for the same change
/// @param subject tells the context about the resource; the rest of the context is the invoker's
public record HandlerInvocation(
        TypeVersion type, Guard guard, OperationId operation, String token, UnaryOperator<Context.Builder> subject) {

    /// A call whose token is the operation's.
    public static HandlerInvocation of(
            TypeVersion type, OperationId operation, UnaryOperator<Context.Builder> subject) {
        return new HandlerInvocation(type, new Guard(type.schema()), operation, operation.toString(), subject);
    }
}
