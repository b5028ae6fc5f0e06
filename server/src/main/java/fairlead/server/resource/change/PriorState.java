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
/// @param content with the secrets sealed, as in the record
/// @param order of a replacement, encoded; empty if there may be none
/// @param unmade whether no call can have made anything for the record: it had no identifier, and no create was in
///     doubt. A create that then finds something has found what belongs to another
public record PriorState(ProvisioningState state, Resource.Content content, byte[] order, boolean unmade) {

    private static final byte[] NO = {};
    private static final byte[] YES = {1};

    public static PriorState of(Resource resource) {
        boolean unmade = resource.identifier().isEmpty() && resource.doubt().isEmpty();
        return new PriorState(resource.state(), resource.content(), NO, unmade);
    }

    /// The same, and the resource may be replaced.
    public PriorState with(Optional<ReplacementPlan> replacing) {
        return new PriorState(
                state, content, replacing.map(ReplacementPlan::encode).orElse(NO), unmade);
    }

    /// What was asked for last, without write-only values, as [Resource.Content#desired].
    public byte[] desired() {
        return content.desired();
    }

    public byte[] properties() {
        return content.properties();
    }

    /// Sealed, as in the record.
    public byte[] secrets() {
        return content.secrets();
    }

    public byte[] tags() {
        return content.tags();
    }

    public byte[] sku() {
        return content.sku();
    }

    /// What was asked for then.
    public ObjectNode asked(ResourceSchema schema) {
        return StoredDesiredState.read(schema, desired(), properties());
    }

    public byte[] encode() {
        int size = 64 + desired().length + properties().length + secrets().length + tags().length + order.length;
        return new OperationFields.Writer(size)
                .word(state.name())
                .document(desired())
                .document(properties())
                .document(secrets())
                .document(tags())
                .document(sku())
                .document(order)
                .document(unmade ? YES : NO)
                .written();
    }

    public static PriorState decode(byte[] bytes) {
        OperationFields.Reader fields = new OperationFields.Reader(bytes);
        ProvisioningState state = ProvisioningState.valueOf(fields.word());
        byte[] desired = fields.document();
        byte[] properties = fields.document();
        byte[] secrets = fields.document();
        byte[] tags = fields.document();
        byte[] sku = fields.document();
        return new PriorState(
                state,
                new Resource.Content(tags, desired, properties, secrets, sku),
                fields.document(),
                fields.document().length > 0);
    }
}
