package fairlead.cli.http;

import java.util.Optional;

/// Gives the access token that a request carries. Called before each request.
@FunctionalInterface
public interface Tokens {

    /// None: for a server that does not ask who its callers are.
    Tokens NONE = _ -> Optional.empty();

    /// The token for that server; empty if there is none, and then the server says whether one is needed.
    Optional<String> of(Server server) throws InterruptedException;
}
