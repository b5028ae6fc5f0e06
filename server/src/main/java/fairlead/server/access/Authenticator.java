package fairlead.server.access;

import java.util.Optional;

/// Finds out who makes a request. One instance serves all threads.
public interface Authenticator {

    /// One for which everybody is the developer.
    Authenticator DEVELOPMENT = (_, _) -> Identity.DEVELOPER;

    /// @param authorization the value of the header `Authorization`
    /// @param baseUrl scheme and authority by which the caller has addressed the server, without a slash at the end
    Identity identify(Optional<String> authorization, String baseUrl);
}
