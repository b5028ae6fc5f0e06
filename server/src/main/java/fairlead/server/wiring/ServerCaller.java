package fairlead.server.wiring;

import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import java.util.Optional;

/// As whom the server itself is in the audit trail.
final class ServerCaller {

    /// Who does what no caller has asked for.
    static final Caller SERVER =
            new Caller(new Principal("fairlead", "Application"), "server", "server", Optional.empty(), "");

    private ServerCaller() {}
}
