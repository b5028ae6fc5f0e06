package fairlead.host.jvm;

import fairlead.host.HandlerFiles;
import fairlead.host.Program.Limits;
import fairlead.host.egress.EgressProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// How Java handlers are hosted.
///
/// @param java the program that runs them
/// @param limits of each process
/// @param startLimit how long a process may take before its handler is made
/// @param idle after how long without work a process is ended
/// @param environment what processes are given of the server's environment
/// @param files of the machine that handlers may use besides their own, and never
/// @param egress by what handlers go out whose type says where to
public record JavaSettings(
        Path java,
        Limits limits,
        Duration startLimit,
        Duration idle,
        Map<String, String> environment,
        HandlerFiles files,
        EgressProxy egress) {

    public JavaSettings {
        environment = Map.copyOf(environment);
    }
}
