package fairlead.lambda;

import fairlead.host.jvm.JavaSettings;
import fairlead.host.GrantedFolder;
import fairlead.host.Program.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
/// @param environment the names of variables of the server's environment that processes are given
/// @param folders that handlers may read and write besides their own
public record Settings(
        int mostProcesses,
        int memoryMegabytes,
        Duration startLimit,
        Duration idle,
        Map<Language, Path> commands,
        Set<String> environment,
        List<GrantedFolder> folders) {

    public Settings {
        commands = Map.copyOf(commands);
        environment = Set.copyOf(environment);
        folders = List.copyOf(folders);
    }

    /// What of it concerns Java handlers.
    JavaSettings ofJava() {
        Path java = Optional.ofNullable(commands.get(Language.JAVA))
                .orElseGet(() -> Path.of(System.getProperty("java.home"), "bin", "java"));
        Map<String, String> given = new HashMap<>();
        environment.forEach(
                name -> Optional.ofNullable(System.getenv(name)).ifPresent(value -> given.put(name, value)));
        return new JavaSettings(java, Limits.ofMemory(memoryMegabytes), startLimit, idle, given, folders);
    }

    /// Four processes of 512 MB, a minute to start, stopped after ten without work.
    public static Settings standard() {
        return new Settings(4, 512, Duration.ofSeconds(60), Duration.ofMinutes(10), Map.of(), Set.of(), List.of());
    }

    /// The same, with a folder that all handlers may read and write.
    public Settings granting(Path folder) {
        List<GrantedFolder> more = new ArrayList<>(folders);
        more.add(new GrantedFolder(Optional.empty(), folder));
        return new Settings(mostProcesses, memoryMegabytes, startLimit, idle, commands, environment, more);
    }
}
