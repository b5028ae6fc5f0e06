package fairlead.cloudformation.evaluation;

import fairlead.schema.ResourceSchema;
import java.util.Optional;

/// A resource that something refers to.
///
/// @param present whether its condition holds
/// @param schema empty for what the language itself brings
public record Target(String id, String type, boolean present, Optional<ResourceSchema> schema) {}
