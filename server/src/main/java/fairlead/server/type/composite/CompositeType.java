package fairlead.server.type.composite;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import java.util.List;

/// A version of a type whose handler is a template.
///
/// @param template its text
/// @param secrets read-only properties that are shown only to who may read secrets
public record CompositeType(ResourceSchema schema, String template, List<PropertyPath> secrets) {

    /// The file of an archive that has the template.
    public static final String FILE = "template.yaml";

    public CompositeType {
        secrets = List.copyOf(secrets);
    }

    public TypeName name() {
        return schema.typeName();
    }
}
