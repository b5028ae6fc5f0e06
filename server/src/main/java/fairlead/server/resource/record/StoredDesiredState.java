package fairlead.server.resource.record;

import fairlead.schema.ResourceSchema;
import fairlead.server.resource.document.Documents;
import tools.jackson.databind.node.ObjectNode;

/// The desired state as the record keeps it. Usually it equals the properties without the read-only ones, and
/// then it is not stored a second time.
public final class StoredDesiredState {

    private static final byte[] AS_THE_PROPERTIES = {};

    private StoredDesiredState() {}

    /// What to store beside these properties. Often both are the same object, and then nothing has to be compared.
    @SuppressWarnings("ReferenceEquality") // Only a shortcut: what is not the same is compared by value.
    public static byte[] stored(ResourceSchema schema, ObjectNode desired, ObjectNode properties) {
        boolean follows =
                desired == properties || schema.withoutReadOnly(properties).equals(desired);
        return follows ? AS_THE_PROPERTIES : Documents.bytes(desired);
    }

    /// What was stored.
    public static ObjectNode read(ResourceSchema schema, byte[] desired, byte[] properties) {
        return desired.length == 0 ? schema.withoutReadOnly(Documents.object(properties)) : Documents.object(desired);
    }
}
