package fairlead.lambda;

import fairlead.host.HandlerFiles;
import fairlead.host.Program.Limits;
import fairlead.host.egress.EgressPolicy;
import fairlead.host.egress.EgressProxy;
import fairlead.host.jvm.JavaSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// How handlers are hosted.
///
/// @param mostProcesses of one version of a type at a time
/// @param memoryMegabytes of data that a process may have
/// @param startLimit how long a process may take before it asks for work
/// @param idle after how long without work a process is stopped
/// @param commands where a language's runtime is, if not on the path
/// @param grants what handlers may have of the machine
public record Settings(
        int mostProcesses,
        int memoryMegabytes,
        Duration startLimit,
        Duration idle,
        Map<Language, Path> commands,
        Grants grants) {

    public Settings {
        commands = Map.copyOf(commands);
    }

    /// What of it concerns Java handlers.
    JavaSettings ofJava(EgressProxy egress) {
        Path java = Optional.ofNullable(commands.get(Language.JAVA))
                .orElseGet(() -> Path.of(System.getProperty("java.home"), "bin", "java"));
        return new JavaSettings(java, Limits.ofMemory(memoryMegabytes), startLimit, idle, variables(), files(), egress);
    }

    /// The variables that the operator allows, as they are.
    Map<String, String> variables() {
        Map<String, String> allowed = new HashMap<>();
        grants.environment()
                .forEach(name -> Optional.ofNullable(System.getenv(name)).ifPresent(value -> allowed.put(name, value)));
        return allowed;
    }

    /// Four processes of 512 MB, a minute to start, stopped after ten without work.
    public static Settings standard() {
        return new Settings(4, 512, Duration.ofSeconds(60), Duration.ofMinutes(10), Map.of(), Grants.NONE);
    }

    /// The same, with a folder that all handlers may read and write.
    public Settings granting(Path folder) {
        return with(files().granting(folder));
    }

    /// The same, with other rules for the machine's files.
    public Settings with(HandlerFiles others) {
        return with(new Grants(grants.environment(), others, grants.egress(), grants.isolated()));
    }

    /// The same, with other rules for connections.
    public Settings with(EgressPolicy others) {
        return with(new Grants(grants.environment(), grants.files(), others, grants.isolated()));
    }

    private Settings with(Grants others) {
        return new Settings(mostProcesses, memoryMegabytes, startLimit, idle, commands, others);
    }

    /// Of the machine that handlers may use besides their own, and never.
    public HandlerFiles files() {
        return grants.files();
    }
}
