package fairlead.tree;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The compiled classes of all modules, and which of them refer to which. A nested class counts as part of its file's
/// type.
final class Classes {

    private static final Pattern IN_DESCRIPTOR = Pattern.compile("L(fairlead/[\\w/$]+);");

    private Classes() {}

    /// The root of the repository: the folder above the module that the test runs in.
    static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("schema/pom.xml")) ? here : Objects.requireNonNull(here.getParent());
    }

    /// For each top-level type, the others of its package that it refers to.
    static Map<String, Set<String>> references() {
        Map<String, Set<String>> references = new TreeMap<>();
        for (Path folder : folders()) {
            for (Path file : files(folder, ".class")) {
                if (file.toString().contains("jmh_generated")) {
                    continue;
                }
                String type = topLevel(folder.relativize(file).toString().replaceAll("\\.class$", ""));
                Set<String> others = references.computeIfAbsent(type, _ -> new TreeSet<>());
                referred(file).stream()
                        .map(Classes::topLevel)
                        .filter(other -> !other.equals(type) && packageOf(other).equals(packageOf(type)))
                        .forEach(others::add);
            }
        }
        return references;
    }

    static String packageOf(String type) {
        return type.substring(0, Math.max(0, type.lastIndexOf('.')));
    }

    /// One folder if all modules were compiled into one, else that of each module.
    private static List<Path> folders() {
        Stream<Path> classPath = Arrays.stream(
                        System.getProperty("java.class.path", "").split(File.pathSeparator))
                .map(Path::of);
        return classPath
                .filter(path -> Files.isDirectory(path.resolve("fairlead/bench"))
                        && Files.isDirectory(path.resolve("fairlead/server")))
                .findFirst()
                .map(List::of)
                .orElseGet(Classes::folderOfEachModule);
    }

    private static List<Path> folderOfEachModule() {
        return children(root()).stream()
                .filter(module -> Files.isDirectory(module.resolve("src/main/java")))
                .map(module -> module.resolve("target/classes"))
                .toList();
    }

    static List<Path> children(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            return children.toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static List<Path> files(Path folder, String ending) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Set<String> referred(Path file) {
        Set<String> found = new TreeSet<>();
        try {
            for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
                switch (entry) {
                    case ClassEntry type -> found.add(type.asInternalName());
                    case Utf8Entry text ->
                        IN_DESCRIPTOR.matcher(text.stringValue()).results().forEach(match -> found.add(match.group(1)));
                    default -> {}
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return found;
    }

    private static String topLevel(String internalName) {
        return internalName.replaceAll("\\$.*", "").replace('/', '.');
    }
}
