package fairlead.server.admin;

import fairlead.server.resource.list.References;
import fairlead.server.resource.record.Arns;

/// What can be asked about the resources that there are.
public record ReferenceLookup(Arns arns, References references) {}
