package fairlead.server.resource.change;

import fairlead.schema.ResourceSchema;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.StoredDesiredState;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The state of a resource before the operation, to which an update that fails goes back. It is kept as the
/// operation's input.
///
/// @param secrets sealed, as in the record
/// @param order of a replacement, encoded; empty if there may be none
public record PriorState(
        ProvisioningState state,
        byte[] desired,
        byte[] properties,
        byte[] secrets,
        byte[] tags,
        byte[] sku,
        byte[] order) {

    public static PriorState of(Resource resource) {
        return new PriorState(
                resource.state(),
                resource.desired(),
                resource.properties(),
                resource.secrets(),
                resource.tags(),
                resource.sku(),
                new byte[0]);
    }

    /// The same, and the resource may be replaced.
    public PriorState with(Optional<ReplacementPlan> replacing) {
        return new PriorState(
                state,
                desired,
                properties,
                secrets,
                tags,
                sku,
                replacing.map(ReplacementPlan::encode).orElse(new byte[0]));
    }

    /// What was asked for then.
    public ObjectNode asked(ResourceSchema schema) {
        return StoredDesiredState.read(schema, desired, properties);
    }

    public byte[] encode() {
        int size = 64 + desired.length + properties.length + secrets.length + tags.length + order.length;
        return new OperationFields.Writer(size)
                .word(state.name())
                .document(desired)
                .document(properties)
                .document(secrets)
                .document(tags)
                .document(sku)
                .document(order)
                .written();
    }

    public static PriorState decode(byte[] bytes) {
        OperationFields.Reader fields = new OperationFields.Reader(bytes);
        return new PriorState(
                ProvisioningState.valueOf(fields.word()),
                fields.document(),
                fields.document(),
                fields.document(),
                fields.document(),
                fields.document(),
                fields.document());
    }
}
