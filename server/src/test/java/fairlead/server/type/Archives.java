package fairlead.server.type;

import fairlead.handler.ResourceHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.databind.JsonNode;

/// Archives of types, made as their authors make them: compiled by the JDK's compiler, packed into a jar, zipped.
public final class Archives {

    /// The example of the repository.
    public static final Path BOOKMARK = Path.of("..", "examples", "bookmark");

    private static final Map<Contents, byte[]> JARS = new ConcurrentHashMap<>();

    private record Contents(Map<String, String> sources, List<String> without) {}

    private Archives() {}

    /// The files of an archive, by their names; a later one takes the place of an earlier one.
    public static Map<String, byte[]> bookmark() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("schema.json", read(BOOKMARK.resolve("schema.json")));
        files.put("fairlead.json", read(BOOKMARK.resolve("fairlead.json")));
        files.put("bookmark.jar", jar(sources(BOOKMARK.resolve("src"))));
        return files;
    }

    /// The example as it is.
    public static byte[] example() {
        return zip(bookmark());
    }

    /// The example with texts replaced in both of its documents.
    public static byte[] exampleWith(String... replacements) {
        Map<String, byte[]> files = bookmark();
        for (String name : List.of("schema.json", "fairlead.json")) {
            String text = new String(files.get(name), StandardCharsets.UTF_8);
            for (int i = 0; i < replacements.length; i += 2) {
                text = text.replace(replacements[i], replacements[i + 1]);
            }
            files.put(name, text.getBytes(StandardCharsets.UTF_8));
        }
        return zip(files);
    }

    /// An archive of files that are not compressed.
    public static byte[] stored(Map<String, byte[]> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                CRC32 checksum = new CRC32();
                checksum.update(file.getValue());
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(file.getValue().length);
                entry.setCrc(checksum.getValue());
                zip.putNextEntry(entry);
                zip.write(file.getValue());
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    public static byte[] zip(Map<String, byte[]> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(file.getValue());
                zip.closeEntry();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    /// The Java files of a folder, by their names.
    static Map<String, String> sources(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .collect(Collectors.toMap(
                            file -> String.valueOf(file.getFileName()),
                            file -> new String(read(file), StandardCharsets.UTF_8),
                            (first, _) -> first,
                            TreeMap::new));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// A jar of the compiled sources.
    public static byte[] jar(Map<String, String> sources) {
        return jar(sources, List.of());
    }

    /// A jar of the compiled sources, without some of the files that it should have.
    public static byte[] jar(Map<String, String> sources, List<String> without) {
        return JARS.computeIfAbsent(new Contents(sources, without), Archives::compiled);
    }

    private static byte[] compiled(Contents contents) {
        try {
            Path folder = Files.createTempDirectory("handler");
            Path classes = Files.createDirectory(folder.resolve("classes"));
            for (Map.Entry<String, String> source : contents.sources().entrySet()) {
                Files.writeString(folder.resolve(source.getKey()), source.getValue());
            }
            compile(folder, classes);
            Map<String, byte[]> files = new TreeMap<>();
            try (Stream<Path> all = Files.walk(classes)) {
                all.filter(Files::isRegularFile)
                        .forEach(file -> files.put(classes.relativize(file).toString(), read(file)));
            }
            contents.without().forEach(files::remove);
            return zip(files);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void compile(Path folder, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
                Stream<Path> sources = Files.list(folder)) {
            List<Path> java =
                    sources.filter(file -> file.toString().endsWith(".java")).toList();
            List<String> options = List.of("-d", classes.toString(), "-cp", classPath(), "-proc:none");
            boolean done = compiler.getTask(
                            messages, files, null, options, null, files.getJavaFileObjectsFromPaths(java))
                    .call();
            if (!done) {
                throw new IllegalStateException(messages.toString());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// What an author has: the handler contract and Jackson.
    private static String classPath() {
        return Stream.of(ResourceHandler.class, JsonNode.class, TokenStreamFactory.class)
                .map(Archives::place)
                .collect(Collectors.joining(java.io.File.pathSeparator));
    }

    private static String place(Class<?> type) {
        try {
            URI place = type.getProtectionDomain().getCodeSource().getLocation().toURI();
            return Path.of(place).toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
