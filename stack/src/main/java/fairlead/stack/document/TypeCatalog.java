package fairlead.stack.document;

import fairlead.schema.ResourceSchema;
import java.util.Optional;

/// The types that a template may use.
public interface TypeCatalog {

    /// The schema of a type in the version that new resources get; empty if there is no such type.
    Optional<ResourceSchema> schema(String typeName);
}
