package fairlead.cloudformation;

import java.util.List;

/// By what resources of a type are identified, for imports.
///
/// @param logicalIds the resources of the type
/// @param identifiers the names of the properties of the primary identifier
public record IdentifierSummary(String resourceType, List<String> logicalIds, List<String> identifiers) {

    public IdentifierSummary {
        logicalIds = List.copyOf(logicalIds);
        identifiers = List.copyOf(identifiers);
    }
}
