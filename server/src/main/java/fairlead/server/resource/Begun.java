package fairlead.server.resource;

import fairlead.server.operation.Operation;

/// What a request to change a resource has led to, before anybody waits for the end.
sealed interface Begun {

    /// It is durable, and its operation is yet to be carried out.
    ///
    /// @param resource as it was stored with it
    record Started(Operation operation, Resource resource, boolean created) implements Begun {}

    /// There is nothing to wait for.
    record Settled(Outcome outcome) implements Begun {}
}
