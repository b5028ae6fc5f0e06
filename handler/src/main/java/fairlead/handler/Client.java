package fairlead.handler;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The control plane itself, for a handler that needs other resources to make its own: internal calls on behalf of
/// the resource that is handled.
///
/// What is made so gets the tag `resourceCreatedFor` with that resource's id and keeps it, whatever tags it is given
/// later. What was not made so for this resource can be read, and is neither changed nor deleted. A handler gives
/// what it makes names that are the same in every call, for a call may be repeated; and it deletes what it has made.
///
/// Nothing here waits: a resource whose `provisioningState` has not ended is looked at again in a later call, after
/// [Progress.Again]. What is refused is a [HandlerException] with the code that fits, which ends the handler's own
/// call if it is not caught.
public interface Client {

    /// The tag on what was made on behalf of a resource.
    String CREATED_FOR = "resourceCreatedFor";

    /// Makes a resource or replaces it whole; the resource as it is from now on. Where it differs from what is there
    /// already, an operation begins.
    ///
    /// @param id as the Azure Resource Manager protocol writes it
    /// @param resource `location`, `tags` and `properties`
    ObjectNode put(String id, ObjectNode resource);

    /// The resource, with `provisioningState` among its properties; empty if there is none.
    Optional<ObjectNode> get(String id);

    /// Begins to delete the resource; whether it is gone already.
    boolean delete(String id);

    /// For calls without a control plane: everything fails.
    static Client none() {
        return new Client() {
            @Override
            public ObjectNode put(String id, ObjectNode resource) {
                throw refused();
            }

            @Override
            public Optional<ObjectNode> get(String id) {
                throw refused();
            }

            @Override
            public boolean delete(String id) {
                throw refused();
            }

            private HandlerException refused() {
                return new HandlerException(ErrorCode.INTERNAL_FAILURE, "There is no control plane in this call.");
            }
        };
    }
}
