package fairlead.server.stack.custom;

import java.io.IOException;

/// The endpoints that the operator has make custom resources.
public interface CustomEndpoints {

    /// None at all.
    CustomEndpoints NONE = new CustomEndpoints() {
        @Override
        public boolean isEmpty() {
            return true;
        }

        @Override
        public boolean has(String serviceToken) {
            return false;
        }

        @Override
        public int send(String serviceToken, byte[] body) throws IOException {
            throw new IOException("no endpoint for custom resources is configured on this server");
        }
    };

    /// Whether there is none.
    boolean isEmpty();

    /// Whether there is one that a template may name so.
    boolean has(String serviceToken);

    /// Sends a request, and the HTTP status with which it is taken. May block for some seconds.
    int send(String serviceToken, byte[] body) throws IOException;
}
