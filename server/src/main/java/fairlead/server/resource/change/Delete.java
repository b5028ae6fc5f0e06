package fairlead.server.resource.change;

import fairlead.server.access.Caller;
import fairlead.server.operation.ClientToken;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.Optional;

/// A request to remove a resource.
///
/// @param token under which the request may be repeated
public record Delete(
        Caller caller, ResourceId id, TypeVersion type, Preconditions preconditions, Optional<ClientToken> token) {

    public Delete(Caller caller, ResourceId id, TypeVersion type, Preconditions preconditions) {
        this(caller, id, type, preconditions, Optional.empty());
    }
}
