package fairlead.server.access;

/// Finds out who makes a request. One instance serves all threads.
public interface Authenticator {

    /// One for which everybody is the developer.
    Authenticator DEVELOPMENT = _ -> Identity.DEVELOPER;

    Identity identify(PresentedCredentials presented);
}
