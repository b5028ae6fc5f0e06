package fairlead.bench.robust;

import fairlead.bench.robust.server.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// A bug as a patch of the sources: a few lines that say what it is, and a unified diff. It is applied to copies, which
/// are compiled into a folder that goes in front of the class path of a server; what ships can't have it.
///
/// A hunk is put where its lines are, whatever its line numbers say.
///
/// @param text what is wrong with the server
/// @param database on which it shows
/// @param laws of which at least one is broken
/// @param faults weights of the faults that bring it to light
/// @param diff by file
record Bug(
        String name,
        String text,
        String database,
        Set<Law> laws,
        Map<String, Integer> faults,
        Map<String, List<Hunk>> diff) {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path FOLDER = Path.of("src/test/resources/fairlead/bench/robust/bugs");

    /// Lines that are there, and those that come in their place.
    record Hunk(String before, String after) {}

    @Override
    public String toString() {
        return name;
    }

    static List<Bug> all() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<Bug> bugs = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                bugs.add(read(file));
            }
            return bugs;
        }
    }

    private static Bug read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        int end = lines.indexOf("");
        Map<String, String> head = new HashMap<>();
        for (String line : lines.subList(0, end)) {
            head.put(
                    line.substring(0, line.indexOf(':')),
                    line.substring(line.indexOf(':') + 1).strip());
        }
        return new Bug(
                file.getFileName().toString().replace(".patch", ""),
                head.getOrDefault("Bug", ""),
                head.getOrDefault("Database", ""),
                Arrays.stream(head.getOrDefault("Found by", "").split(" "))
                        .map(Law::valueOf)
                        .collect(Collectors.toSet()),
                faults(head.getOrDefault("Faults", "")),
                diff(lines.subList(end + 1, lines.size())));
    }

    /// Those that are named, and no others.
    private static Map<String, Integer> faults(String text) {
        Map<String, Integer> weights = new HashMap<>();
        if (!text.isEmpty()) {
            Arrays.stream(Fault.values()).forEach(fault -> weights.put(fault.name(), 0));
            for (String weight : text.split(" ")) {
                String[] parts = weight.split("=");
                weights.put(parts[0], Integer.valueOf(parts[1]));
            }
        }
        return weights;
    }

    private static Map<String, List<Hunk>> diff(List<String> lines) {
        Map<String, List<Hunk>> diff = new HashMap<>();
        String file = "";
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        List<String> all = new ArrayList<>(lines);
        all.add("@@");
        for (String line : all) {
            boolean isHead = line.startsWith("--- ") || line.startsWith("+++ ") || line.startsWith("@@");
            if (isHead && !before.isEmpty()) {
                diff.computeIfAbsent(file, _ -> new ArrayList<>()).add(new Hunk(before.toString(), after.toString()));
                before.setLength(0);
                after.setLength(0);
            }
            if (line.startsWith("+++ b/")) {
                file = line.substring("+++ b/".length());
            } else if (!isHead) {
                String text = (line.isEmpty() ? "" : line.substring(1)) + "\n";
                before.append(line.startsWith("+") ? "" : text);
                after.append(line.startsWith("-") ? "" : text);
            }
        }
        return diff;
    }

    /// The patched sources, by the name of their file.
    Map<String, String> applied() throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (Map.Entry<String, List<Hunk>> entry : diff.entrySet()) {
            String source = Files.readString(ROOT.resolve(entry.getKey()));
            for (Hunk hunk : entry.getValue()) {
                int at = source.indexOf(hunk.before());
                if (at < 0 || source.indexOf(hunk.before(), at + 1) >= 0) {
                    throw new IllegalStateException(name + ": not once in " + entry.getKey() + ":\n" + hunk.before());
                }
                source = source.substring(0, at)
                        + hunk.after()
                        + source.substring(at + hunk.before().length());
            }
            sources.put(entry.getKey(), source);
        }
        return sources;
    }

    /// Compiles what is patched into a folder.
    Path compile(Path folder, String classPath) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> source : applied().entrySet()) {
            Path file = folder.resolve("sources").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source.getValue()));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            null,
                            manager,
                            null,
                            List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classPath),
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
            if (!compiled) {
                throw new IllegalStateException(name + " does not compile");
            }
        }
        return classes;
    }
}
