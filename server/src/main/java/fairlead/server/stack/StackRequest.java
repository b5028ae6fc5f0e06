package fairlead.server.stack;

import fairlead.server.access.Caller;
import fairlead.server.resource.document.Documents;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A request for an operation of a stack.
///
/// @param token by which the caller recognizes it; a request of the same token is the same request
/// @param what a digest of all that is asked for
public record StackRequest(Caller caller, Optional<String> token, String what) {

    /// @param action what is asked for
    /// @param parts all that distinguishes it
    public static StackRequest of(Caller caller, Optional<String> token, String action, ObjectNode parts) {
        ObjectNode all = parts.deepCopy();
        all.put("action", action);
        return new StackRequest(caller, token, Documents.digest(Documents.bytes(all)));
    }

    /// What events of the operation are told with.
    String told() {
        return token.orElse("");
    }
}
