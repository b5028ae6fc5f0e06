package fairlead.server.resource.change;

import fairlead.server.access.Caller;
import fairlead.server.operation.ClientToken;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.Optional;

/// A request to remove a resource.
public record Delete(Caller caller, ResourceId id, TypeVersion type, ChangeTerms terms) {

    public Delete(Caller caller, ResourceId id, TypeVersion type, Preconditions preconditions) {
        this(caller, id, type, ChangeTerms.NONE.provided(preconditions));
    }

    public Preconditions preconditions() {
        return terms.preconditions();
    }

    /// Under which the request may be repeated.
    public Optional<ClientToken> token() {
        return terms.token();
    }
}
