package fairlead.server.resource.change;

import fairlead.server.operation.OperationId;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.secret.Vault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import tools.jackson.databind.node.ObjectNode;

/// The request for an action on a resource, kept as the operation's input.
///
/// @param version of the type: the one that the caller asked for, whatever the resource was made with
/// @param before the state of the resource, to which it goes back
/// @param sealed what the caller gave: it may be a secret, such as a new password
public record ActionInput(String action, int version, ProvisioningState before, byte[] sealed) {

    public static ActionInput of(ActionRequest request, ProvisioningState before, Vault vault, OperationId operation) {
        return new ActionInput(
                request.action().name(),
                request.type().version(),
                before,
                vault.seal(Documents.bytes(request.input()), operation.toString()));
    }

    public ObjectNode open(Vault vault, String operation) {
        return Documents.object(vault.open(sealed, operation));
    }

    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 + sealed.length);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(action);
            out.writeInt(version);
            out.writeUTF(before.name());
            out.write(sealed);
        } catch (IOException memoryDoesNotFail) {
            throw new UncheckedIOException(memoryDoesNotFail);
        }
        return bytes.toByteArray();
    }

    public static ActionInput decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new ActionInput(
                    in.readUTF(), in.readInt(), ProvisioningState.valueOf(in.readUTF()), in.readAllBytes());
        } catch (IOException damaged) {
            throw new UncheckedIOException("an operation's input can't be read", damaged);
        }
    }
}
