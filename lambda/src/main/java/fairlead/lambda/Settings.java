package fairlead.lambda;

import fairlead.host.HandlerFiles;
import fairlead.host.Program.Limits;
import fairlead.host.jvm.JavaSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How handlers are hosted.
///
/// @param mostProcesses of one version of a type at a time
/// @param memoryMegabytes of data that a process may have
/// @param startLimit how long a process may take before it asks for work
/// @param idle after how long without work a process is stopped
/// @param commands where a language's runtime is, if not on the path
/// @param environment the names of variables of the server's environment that processes may be given
/// @param files of the machine that handlers may use besides their own, and never
public record Settings(
        int mostProcesses,
        int memoryMegabytes,
        Duration startLimit,
        Duration idle,
        Map<Language, Path> commands,
        Set<String> environment,
        HandlerFiles files) {

    public Settings {
        commands = Map.copyOf(commands);
        environment = Set.copyOf(environment);
    }

    /// What of it concerns Java handlers.
    JavaSettings ofJava() {
        Path java = Optional.ofNullable(commands.get(Language.JAVA))
                .orElseGet(() -> Path.of(System.getProperty("java.home"), "bin", "java"));
        return new JavaSettings(java, Limits.ofMemory(memoryMegabytes), startLimit, idle, variables(), files);
    }

    /// The variables that the operator allows, as they are.
    Map<String, String> variables() {
        Map<String, String> allowed = new HashMap<>();
        environment.forEach(
                name -> Optional.ofNullable(System.getenv(name)).ifPresent(value -> allowed.put(name, value)));
        return allowed;
    }

    /// Four processes of 512 MB, a minute to start, stopped after ten without work.
    public static Settings standard() {
        return new Settings(
                4, 512, Duration.ofSeconds(60), Duration.ofMinutes(10), Map.of(), Set.of(), HandlerFiles.NONE);
    }

    /// The same, with a folder that all handlers may read and write.
    public Settings granting(Path folder) {
        return with(files.granting(folder));
    }

    /// The same, with other rules for the machine's files.
    public Settings with(HandlerFiles others) {
        return new Settings(mostProcesses, memoryMegabytes, startLimit, idle, commands, environment, others);
    }
}
