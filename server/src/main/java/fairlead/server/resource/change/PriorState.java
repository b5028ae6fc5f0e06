package fairlead.server.resource.change;

import fairlead.schema.ResourceSchema;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.StoredDesiredState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
        ByteArrayOutputStream bytes =
                new ByteArrayOutputStream(64 + desired.length + properties.length + secrets.length + tags.length);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(state.name());
            write(out, desired);
            write(out, properties);
            write(out, secrets);
            write(out, tags);
            write(out, sku);
            write(out, order);
        } catch (IOException memoryDoesNotFail) {
            throw new UncheckedIOException(memoryDoesNotFail);
        }
        return bytes.toByteArray();
    }

    public static PriorState decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new PriorState(
                    ProvisioningState.valueOf(in.readUTF()),
                    read(in),
                    read(in),
                    read(in),
                    read(in),
                    read(in),
                    read(in));
        } catch (IOException damaged) {
            throw new UncheckedIOException("an operation's input can't be read", damaged);
        }
    }

    private static void write(DataOutputStream out, byte[] part) throws IOException {
        out.writeInt(part.length);
        out.write(part);
    }

    /// A part; one that an earlier program did not write is empty.
    private static byte[] read(DataInputStream in) throws IOException {
        return in.available() == 0 ? new byte[0] : in.readNBytes(in.readInt());
    }
}
