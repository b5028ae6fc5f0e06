package fairlead.lambda;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/// How providers are hosted.
///
/// @param mostProcesses of one version of a type at a time
/// @param memoryMegabytes of data that a process may have
/// @param startLimit how long a process may take before it asks for work
/// @param idle after how long without work a process is stopped
/// @param commands where a language's runtime is, if not on the path
/// @param environment the names of variables of the server's environment that processes are given
public record Settings(
        int mostProcesses,
        int memoryMegabytes,
        Duration startLimit,
        Duration idle,
        Map<Language, Path> commands,
        Set<String> environment) {

    public Settings {
        commands = Map.copyOf(commands);
        environment = Set.copyOf(environment);
    }

    /// Four processes of 512 MB, a minute to start, stopped after ten without work.
    public static Settings standard() {
        return new Settings(4, 512, Duration.ofSeconds(60), Duration.ofMinutes(10), Map.of(), Set.of());
    }
}
