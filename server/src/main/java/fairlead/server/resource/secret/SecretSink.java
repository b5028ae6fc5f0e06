package fairlead.server.resource.secret;

import tools.jackson.databind.node.ObjectNode;

/// A place that the operator lets secrets be pushed to. What is written there takes the place of what was there before,
/// as a whole, and may be written twice.
public interface SecretSink {

    /// The place does not take it at the moment. The message has no secret.
    final class Failed extends Exception {

        private static final long serialVersionUID = 1L;

        Failed(String message) {
            super(message);
        }

        Failed(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /// @param subscription which has a part of the place to itself
    /// @param path below that
    /// @param values at their places in the model
    /// @param property the one value that is wanted, as a JSON pointer; empty for all of them
    void write(String subscription, String path, ObjectNode values, String property)
            throws Failed, InterruptedException;
}
