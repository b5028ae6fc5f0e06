package fairlead.smithy.endpoint;

import java.io.Serial;

/// A call that needs an endpoint of its own has none.
public final class DiscoveryException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    DiscoveryException(String message) {
        super(message);
    }

    DiscoveryException(String message, Throwable cause) {
        super(message, cause);
    }
}
