package fairlead.server.resource.change;

import fairlead.server.operation.OperationId;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.secret.Vault;
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
        return new OperationFields.Writer(64 + sealed.length)
                .word(action)
                .number(version)
                .word(before.name())
                .rest(sealed)
                .written();
    }

    public static ActionInput decode(byte[] bytes) {
        OperationFields.Reader fields = new OperationFields.Reader(bytes);
        return new ActionInput(fields.word(), fields.number(), ProvisioningState.valueOf(fields.word()), fields.rest());
    }
}
