package fairlead.host.jvm;

import fairlead.host.GrantedFolder;
import fairlead.host.Program.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// How Java handlers are hosted.
///
/// @param java the program that runs them
/// @param limits of each process
/// @param startLimit how long a process may take before its handler is made
/// @param idle after how long without work a process is ended
/// @param environment what processes are given of the server's environment
/// @param folders that handlers may read and write besides their own
public record JavaSettings(
        Path java,
        Limits limits,
        Duration startLimit,
        Duration idle,
        Map<String, String> environment,
        List<GrantedFolder> folders) {

    public JavaSettings {
        environment = Map.copyOf(environment);
        folders = List.copyOf(folders);
    }
}
