package fairlead.smithy.endpoint;

import java.util.List;

/// Calls the operation that knows the endpoints, at the service's standard endpoint.
@FunctionalInterface
public interface Directory {

    /// The endpoints, the best first.
    ///
    /// @param accessKey who asks
    /// @throws java.io.UncheckedIOException if the service does not answer
    /// @throws RuntimeException if the service refuses to answer
    List<Endpoint> describe(Lookup lookup, String accessKey);
}
