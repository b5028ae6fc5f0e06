package fairlead.modelled;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.smithy.client.Auth;
import fairlead.smithy.client.Client;
import fairlead.smithy.client.Connection;
import fairlead.smithy.client.Credentials;
import fairlead.smithy.client.TransportException;
import fairlead.smithy.endpoint.DiscoveringClient;
import fairlead.smithy.endpoint.DiscoveryException;
import fairlead.smithy.endpoint.DiscoverySettings;
import fairlead.smithy.endpoint.DiscoveryTraits;
import fairlead.smithy.endpoint.EndpointCache;
import fairlead.smithy.protocol.MalformedAnswer;
import fairlead.smithy.protocol.Protocol;
import fairlead.smithy.protocol.Reply;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.aws.traits.auth.SigV4Trait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import tools.jackson.databind.node.ObjectNode;

/// Calls the service on behalf of handler calls: at the endpoints that it names, if its model says so, and else at the
/// one that is registered.
///
/// @param endpoints what the model says of endpoints; empty if there is but the one
/// @param known the endpoints that the service has named
/// @param environment where references to the environment lead
record Calls(
        Model model,
        Protocol protocol,
        Connection connection,
        ServiceShape service,
        Settings settings,
        Optional<DiscoveryTraits> endpoints,
        EndpointCache known,
        Map<String, String> environment) {

    static Calls of(Model model, ServiceShape service, Protocol protocol, Settings settings, Map<String, String> from) {
        Connection connection = new Connection(Settings.LARGEST_ANSWER);
        Optional<DiscoveryTraits> endpoints = DiscoveryTraits.of(model, service)
                .filter(traits -> !traits.discovered().isEmpty());
        return new Calls(model, protocol, connection, service, settings, endpoints, new EndpointCache(), from);
    }

    /// What the service answers.
    ///
    /// @throws HandlerException if it does not, or not in a way that can be understood
    Reply reply(OperationShape operation, ObjectNode input, Context context) {
        Client client = new Client(
                protocol, connection, settings.endpoint(), auth(context), settings.timeout(), context.clock());
        Client.Call call = new Client.Call(
                context.token(), context.deadline(), context.trace().headers());
        try {
            return endpoints
                    .map(traits -> discovering(client, traits).call(operation, input, call))
                    .orElseGet(() -> client.call(operation, input, call));
        } catch (DiscoveryException failure) {
            throw Refusals.exception(operation, failure);
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

    private DiscoveringClient discovering(Client client, DiscoveryTraits traits) {
        return new DiscoveringClient(
                model,
                client,
                traits,
                DiscoverySettings.of(settings.endpoint()),
                known,
                work -> Thread.ofVirtual().name("endpoints").start(work));
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
