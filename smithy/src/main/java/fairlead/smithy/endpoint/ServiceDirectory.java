package fairlead.smithy.endpoint;

import fairlead.smithy.client.Client;
import fairlead.smithy.client.TransportException;
import fairlead.smithy.protocol.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import software.amazon.smithy.model.shapes.OperationShape;

/// Asks a service by the operation that its model names, in the protocol of the model.
///
/// @param client of the standard endpoint; whose key it has is who asks
public record ServiceDirectory(Client client, OperationShape operation) implements Directory {

    @Override
    public List<Endpoint> describe(Lookup lookup, String accessKey) {
        Client.Call call = new Client.Call("", client.clock().instant().plus(client.patience()), Map.of());
        try {
            return switch (client.call(operation, lookup.input(), call)) {
                case Reply.Output(var document) -> Endpoint.all(document);
                case Reply.Refusal refusal -> throw new EndpointsRefused(refusal.code(), refusal.message());
            };
        } catch (TransportException failure) {
            throw new UncheckedIOException(String.valueOf(failure.getMessage()), new IOException(failure));
        }
    }
}
