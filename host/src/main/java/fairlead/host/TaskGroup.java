package fairlead.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A control group of the kernel, which counts the processes and threads of one process and of all that it starts, and
/// lets no more be started than are allowed. No process gets out of it.
final class TaskGroup {

    private static final Logger LOG = LoggerFactory.getLogger(TaskGroup.class);
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final String MEMBERS = "cgroup.procs";

    private final Path folder;

    private TaskGroup(Path folder) {
        this.folder = folder;
    }

    /// A new one, where this process may make one.
    static Optional<TaskGroup> make(String name, int tasks) {
        Optional<Path> own = own();
        if (own.isEmpty() || !Files.isWritable(own.get())) {
            return Optional.empty();
        }
        Path folder = own.get().resolve("fairlead-" + name);
        try {
            Files.createDirectory(folder);
        } catch (IOException notAllowed) {
            return Optional.empty();
        }
        try {
            Files.writeString(folder.resolve("pids.max"), Integer.toString(tasks));
            return Optional.of(new TaskGroup(folder));
        } catch (IOException doesNotCount) {
            remove(folder);
            return Optional.empty();
        }
    }

    /// The group of this process that counts: of version 1 that of the controller, of version 2 the only one.
    private static Optional<Path> own() {
        try {
            List<String> lines = Files.readAllLines(Path.of("/proc/self/cgroup"));
            return lines.stream()
                    .map(line -> line.split(":", 3))
                    .filter(parts ->
                            parts.length == 3 && List.of(parts[1].split(",")).contains("pids"))
                    .map(parts -> ROOT.resolve("pids").resolve(parts[2].substring(1)))
                    .findFirst()
                    .or(() -> lines.stream()
                            .filter(line -> line.startsWith("0::/"))
                            .map(line -> ROOT.resolve(line.substring("0::/".length())))
                            .findFirst())
                    .filter(Files::isDirectory);
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    void add(long process) throws IOException {
        Files.writeString(folder.resolve(MEMBERS), Long.toString(process));
    }

    /// Kills all that is in it, and removes it.
    void end() {
        try {
            // One that is killed may have started another one just before.
            for (int round = 0; round < 100; round++) {
                List<String> members = Files.readAllLines(folder.resolve(MEMBERS));
                if (members.isEmpty()) {
                    break;
                }
                for (String member : members) {
                    Isolation.get().kill(Integer.parseInt(member));
                }
            }
        } catch (IOException | NumberFormatException gone) {
            LOG.debug("can't read the members of {}", folder, gone);
        }
        remove(folder);
    }

    private static void remove(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException notEmptyYet) {
            LOG.debug("can't remove the control group {}", folder, notEmptyYet);
        }
    }
}
