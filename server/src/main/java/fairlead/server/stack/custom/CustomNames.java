package fairlead.server.stack.custom;

import fairlead.server.operation.OperationId;
import fairlead.server.stack.record.Stack;

/// What requests for custom resources say of their stack.
public interface CustomNames {

    /// By what the stack goes.
    String identifier(Stack stack);

    /// Where the answer to a request is received; a problem if it is not known where the server is reached.
    String responseUrl(Stack stack, OperationId request, String secret);
}
