package fairlead.server.tagging;

import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.resource.Tagging;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.ResourceId;
import java.util.function.Predicate;

/// What callers can do.
public record TaggingVerbs(Arns arns, Tagging tagging, Inventory inventory, Authorizer authorizer) {

    /// Which resources a caller may see.
    Predicate<ResourceId> readable(Caller caller) {
        return new ReadableResources(authorizer, caller).filter();
    }
}
