package fairlead.cli.http;

import java.util.Optional;

/// Gives the access token that a request carries. Called before each request.
@FunctionalInterface
public interface Tokens {

    /// None: a server that asks nobody who they are.
    Tokens NONE = _ -> Optional.empty();

    /// The token for that server; empty if there is none, and then the server says whether one is needed.
    Optional<String> of(Server server) throws InterruptedException;
}
