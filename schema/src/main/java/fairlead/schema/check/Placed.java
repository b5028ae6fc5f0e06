package fairlead.schema.check;

import fairlead.schema.Finding;
import fairlead.schema.source.Position;

/// A finding, and where it is in the file.
public record Placed(Finding finding, Position position) {}
