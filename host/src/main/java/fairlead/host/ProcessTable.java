package fairlead.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The processes of this machine at one moment, as the kernel lists them.
record ProcessTable(Map<Integer, Entry> entries) {

    private static final Path PROC = Path.of("/proc");

    /// @param mark what a process can't shake off, and what it starts neither: whether it gets new privileges, and
    ///     which capabilities it can have
    record Entry(int pid, int parent, String user, int threads, String mark, boolean isZombie) {}

    static ProcessTable read() {
        Map<Integer, Entry> entries = new HashMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path folder : folders) {
                entry(folder).ifPresent(entry -> entries.put(entry.pid(), entry));
            }
        } catch (IOException unreadable) {
            return new ProcessTable(Map.of());
        }
        return new ProcessTable(entries);
    }

    private static Optional<Entry> entry(Path folder) {
        Map<String, String> lines = new HashMap<>();
        try {
            for (String line :
                    Files.readAllLines(folder.resolve("status"), java.nio.charset.StandardCharsets.ISO_8859_1)) {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    lines.put(
                            line.substring(0, colon), line.substring(colon + 1).strip());
                }
            }
        } catch (IOException ended) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Entry(
                    Integer.parseInt(lines.getOrDefault("Pid", "")),
                    Integer.parseInt(lines.getOrDefault("PPid", "")),
                    lines.getOrDefault("Uid", "").split("\\s", 2)[0],
                    Integer.parseInt(lines.getOrDefault("Threads", "1")),
                    lines.getOrDefault("NoNewPrivs", "") + " " + lines.getOrDefault("CapBnd", ""),
                    lines.getOrDefault("State", "").startsWith("Z")));
        } catch (NumberFormatException odd) {
            return Optional.empty();
        }
    }

    /// How many threads the user's processes have.
    int threadsOf(String user) {
        return entries.values().stream()
                .filter(entry -> entry.user().equals(user))
                .mapToInt(Entry::threads)
                .sum();
    }

    Map<Integer, List<Integer>> children() {
        Map<Integer, List<Integer>> children = new HashMap<>();
        entries.values()
                .forEach(entry -> children.computeIfAbsent(entry.parent(), _ -> new ArrayList<>())
                        .add(entry.pid()));
        return children;
    }

    /// The processes below one, and itself.
    static List<Integer> tree(int root, Map<Integer, List<Integer>> children) {
        List<Integer> all = new ArrayList<>();
        Deque<Integer> left = new ArrayDeque<>(List.of(root));
        while (!left.isEmpty()) {
            int next = left.pop();
            all.add(next);
            left.addAll(children.getOrDefault(next, List.of()));
        }
        return all;
    }
}
