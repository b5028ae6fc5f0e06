package fairlead.smithy.endpoint;

import java.io.Serial;

/// The service does not tell its endpoints to who asks.
public final class EndpointsRefused extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String code;

    EndpointsRefused(String code, String message) {
        super(code + ": " + message);
        this.code = code;
    }

    /// The error's name.
    public String code() {
        return code;
    }
}
