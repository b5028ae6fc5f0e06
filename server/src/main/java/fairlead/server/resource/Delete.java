package fairlead.server.resource;

import fairlead.server.access.Caller;
import fairlead.server.type.TypeVersion;

/// A request to remove a resource.
public record Delete(Caller caller, ResourceId id, TypeVersion type, Preconditions preconditions) {}
