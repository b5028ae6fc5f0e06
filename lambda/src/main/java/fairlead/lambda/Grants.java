package fairlead.lambda;

import fairlead.host.HandlerFiles;
import fairlead.host.egress.EgressPolicy;
import java.util.Set;

/// What the operator lets handlers have of the machine.
///
/// @param environment the names of variables of the server's environment that processes may be given
/// @param files of the machine that handlers may use besides their own, and never
/// @param egress where they may connect to
/// @param isolated whether they may run only where the machine has all that keeps them apart
public record Grants(Set<String> environment, HandlerFiles files, EgressPolicy egress, boolean isolated) {

    /// No variable, no file; and connections to everywhere, for types that do not say where to.
    public static final Grants NONE = new Grants(Set.of(), HandlerFiles.NONE, EgressPolicy.OPEN, false);

    public Grants {
        environment = Set.copyOf(environment);
    }
}
