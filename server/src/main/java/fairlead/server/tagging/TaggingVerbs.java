package fairlead.server.tagging;

import fairlead.server.resource.Tagging;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.record.Arns;

/// What callers can do.
public record TaggingVerbs(Arns arns, Tagging tagging, Inventory inventory) {}
