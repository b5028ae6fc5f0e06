package fairlead.lambda;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Tags;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Providers of the tests, and calls of them.
final class Fixtures {

    static final String DIGEST = "0123456789abcdef";

    private Fixtures() {}

    static ResourceSchema schema() {
        if (ResourceSchema.parse(bytes("schema.json")) instanceof Loaded.Valid(var schema, var _)) {
            return schema;
        }
        throw new IllegalStateException("the fixture's schema is not valid");
    }

    /// The parts of the Java provider with that class as its entrypoint.
    static Path java(Path folder, String className) {
        try {
            Path source = Files.createDirectories(folder.resolve("source")).resolve("Fixture.java");
            Files.write(source, bytes("Fixture.java"));
            Path classes = Files.createDirectories(folder.resolve("classes"));
            int failed = ToolProvider.getSystemJavaCompiler()
                    .run(null, null, null, "--release", "11", "-d", classes.toString(), source.toString());
            if (failed != 0) {
                throw new IllegalStateException("the fixture does not compile");
            }
            Path parts = Files.createDirectories(folder.resolve("parts"));
            zip(classes, parts.resolve("fixture-handler-1.0.jar"), "META-INF/BAD.SF");
            config(parts, "java17", className + "::handleRequest");
            return parts;
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /// The parts of a provider in one file.
    static Path script(Path folder, String runtime, String file, String place, String entrypoint) {
        try {
            Path code = Files.createDirectories(folder.resolve("code"));
            Path script = code.resolve(place);
            Files.createDirectories(script.getParent());
            Files.write(script, bytes(file));
            Path parts = Files.createDirectories(folder.resolve("parts"));
            zip(code, parts.resolve("ResourceProvider.zip"));
            config(parts, runtime, entrypoint);
            return parts;
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    static void config(Path parts, String runtime, String entrypoint) throws IOException {
        ObjectNode config = JsonMapper.shared().createObjectNode();
        config.put("artifact_type", "RESOURCE")
                .put("typeName", "Initech::Fixture::Thing")
                .put("runtime", runtime)
                .put("entrypoint", entrypoint);
        config.putObject("settings").put("protocolVersion", "2.0.0");
        Files.writeString(parts.resolve(".rpdk-config"), config.toString());
    }

    /// Packs a folder, and empty files besides.
    static void zip(Path folder, Path archive, String... more) throws IOException {
        try (OutputStream out = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                zip.write(Files.readAllBytes(file));
            }
            for (String name : more) {
                zip.putNextEntry(new ZipEntry(name));
            }
        }
    }

    static Settings settings(int most, Duration startLimit) {
        return new Settings(most, 512, startLimit, Duration.ofMinutes(10), Map.of(), Grants.NONE);
    }

    static Create create(String text) {
        return Create.of(JsonMapper.shared().createObjectNode().put("Text", text));
    }

    /// What surrounds a call that has so long.
    static Context context(Duration limit) {
        return context(limit, JsonMapper.shared().createObjectNode());
    }

    /// The same of a resource that is asked for in a SKU.
    static Context context(Duration limit, ObjectNode sku) {
        ObjectNode configuration = JsonMapper.shared().createObjectNode().put("Token", "a token of a test");
        return Context.builder(
                        "Initech::Fixture::Thing",
                        "5e7c5a0e-7a0b-4c51-9f5e-0d2f34c9a001",
                        Clock.systemUTC().instant().plus(limit),
                        Clock.systemUTC())
                .in("00000000-0000-0000-0000-000000000000", "local")
                .name("first")
                .tags(new Tags(Map.of("team", "a"), Map.of("team", "b")))
                .configuration(configuration)
                .sku(sku)
                .build();
    }

    /// The processes on this machine in whose command line both texts stand.
    static List<ProcessHandle> processes(String one, String other) {
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    String command = process.info().commandLine().orElse("");
                    return command.contains(one) && command.contains(other);
                })
                .toList();
    }

    /// Those of them that do not end within seconds: what was killed may be there for a moment.
    static List<ProcessHandle> lasting(String one, String other) {
        return processes(one, other).stream()
                .filter(process -> !endsWithin(process, 20))
                .toList();
    }

    private static boolean endsWithin(ProcessHandle process, int seconds) {
        try {
            process.onExit().get(seconds, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException lasts) {
            return false;
        } catch (InterruptedException | ExecutionException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static byte[] bytes(String name) {
        try (InputStream in = Objects.requireNonNull(Fixtures.class.getResourceAsStream("fixture/" + name), name)) {
            return in.readAllBytes();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
