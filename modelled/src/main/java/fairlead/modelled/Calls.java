package fairlead.modelled;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.smithy.client.Auth;
import fairlead.smithy.client.Client;
import fairlead.smithy.client.Connection;
import fairlead.smithy.client.Credentials;
import fairlead.smithy.client.TransportException;
import fairlead.smithy.protocol.MalformedAnswer;
import fairlead.smithy.protocol.Protocol;
import fairlead.smithy.protocol.Reply;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.aws.traits.auth.SigV4Trait;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import tools.jackson.databind.node.ObjectNode;

/// Calls the service on behalf of handler calls.
///
/// @param environment where references to the environment lead
record Calls(
        Protocol protocol,
        Connection connection,
        ServiceShape service,
        Settings settings,
        Map<String, String> environment) {

    /// What the service answers.
    ///
    /// @throws HandlerException if it does not, or not in a way that can be understood
    Reply reply(OperationShape operation, ObjectNode input, Context context) {
        Client client = new Client(
                protocol, connection, settings.endpoint(), auth(context), settings.timeout(), context.clock());
        try {
            return client.call(
                    operation,
                    input,
                    new Client.Call(
                            context.token(), context.deadline(), context.trace().headers()));
        } catch (TransportException failure) {
            throw Refusals.exception(operation, failure);
        } catch (MalformedAnswer failure) {
            throw Refusals.exception(operation, failure);
        } catch (IllegalArgumentException misfit) {
            throw new HandlerException(
                    ErrorCode.INVALID_REQUEST,
                    operation.getId().getName() + " can't be called: " + misfit.getMessage() + ".",
                    misfit);
        }
    }

    /// The output.
    ///
    /// @throws HandlerException if there is none
    ObjectNode output(OperationShape operation, ObjectNode input, Context context) {
        return switch (reply(operation, input, context)) {
            case Reply.Output(var document) -> document;
            case Reply.Refusal refusal -> throw Refusals.exception(operation, refusal);
        };
    }

    private Auth auth(Context context) {
        return switch (settings.scheme()) {
            case NONE -> new Auth.None();
            case BEARER -> new Auth.Bearer(secret("token", context).orElseThrow());
            case SIGV4 ->
                new Auth.SigV4(
                        settings.region(),
                        settings.signingName().isEmpty() ? signingName() : settings.signingName(),
                        new Credentials(
                                secret("accessKeyId", context).orElseThrow(),
                                secret("secretAccessKey", context).orElseThrow(),
                                secret("sessionToken", context)));
        };
    }

    private String signingName() {
        return service.getTrait(SigV4Trait.class)
                .map(SigV4Trait::getName)
                .orElseGet(() -> service.getId().getName().toLowerCase(java.util.Locale.ROOT));
    }

    private Optional<String> secret(String name, Context context) {
        return Optional.ofNullable(settings.credentials().get(name))
                .map(reference -> reference.read(context.configuration(), environment));
    }
}
