package fairlead.host.hostile;

import fairlead.handler.Client;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Progress;
import fairlead.handler.ResourceHandler;
import fairlead.host.DeclaredNeeds;
import fairlead.host.HandlerFiles;
import fairlead.host.HostedProcess;
import fairlead.host.Isolation;
import fairlead.host.Program;
import fairlead.host.Program.Limits;
import fairlead.host.egress.EgressPolicy;
import fairlead.host.egress.EgressProxy;
import fairlead.host.egress.Network;
import fairlead.host.jvm.HandlerCode;
import fairlead.host.jvm.JavaHandlers;
import fairlead.host.jvm.JavaSettings;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A server as far as handlers are concerned, which has each attack made on itself: `HostileKit FOLDER
/// [PYTHON]`. It prints a line for each: `held NAME`, or `LOST NAME` and what the attack came to.
public final class HostileKit {

    private static final String KEY = "the key";
    private static final Pattern ATTACK = Pattern.compile("case \"([^\"]+)\"");
    private static final Pattern LEFT = Pattern.compile("left: (\\d+)");

    private final Path data;
    private final Path code;
    private final ResourceHandler handler;

    private HostileKit(Path folder, JavaHandlers handlers) throws IOException {
        data = Files.createDirectories(folder.resolve("data"));
        code = folder.resolve("code");
        Files.writeString(data.resolve("seal.key"), KEY);
        Files.writeString(data.resolve("fairlead.db"), "the database");
        Path other = Files.createDirectories(data.resolve("types/other/home"));
        Files.writeString(other.resolve("file"), "of another type");
        handler = handlers.handler(
                "hostile",
                schema(),
                () -> new HandlerCode(
                        "hostile.Hostile", code, List.of(code.resolve("hostile.jar")), DeclaredNeeds.NOT_DECLARED));
    }

    /// @param arguments a folder that has `code/hostile.jar`, `Hostile.java` and `hostile.py`; and Python, if
    ///     there is any
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]).toRealPath();
        Optional<String> lack = Isolation.lack();
        if (lack.isPresent()) {
            // Without it, some of the attacks would succeed, and end more than this.
            say("LOST everything: " + lack.get());
            return;
        }
        JavaSettings settings = new JavaSettings(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                new Limits(512, 500, 150),
                Duration.ofMinutes(1),
                Duration.ofMinutes(10),
                Map.of(),
                HandlerFiles.NONE,
                EgressProxy.of(EgressPolicy.OPEN));
        try (JavaHandlers handlers = new JavaHandlers(folder.resolve("data"), settings, Clock.systemUTC())) {
            HostileKit kit = new HostileKit(folder, handlers);
            List<String> attacks = new ArrayList<>();
            Matcher names = ATTACK.matcher(Files.readString(folder.resolve("Hostile.java")));
            while (names.find()) {
                attacks.add(names.group(1));
            }
            for (String attack : attacks) {
                if (!attack.equals("nothing")) {
                    kit.attack(attack);
                }
            }
        }
        if (arguments.length > 1) {
            python(folder, Path.of(arguments[1]));
        }
        say("user " + System.getProperty("user.name"));
    }

    @SuppressWarnings("SystemOut")
    private static void say(String line) {
        System.out.println(line);
    }

    private void attack(String name) throws IOException {
        String result = call(name);
        Matcher left = LEFT.matcher(result);
        boolean leftAlone = !left.find() || isEndedWithItsProcess(left.group(1));
        boolean held = result.startsWith("threw ") && leftAlone && isWhole() && isServed();
        say((held ? "held " : "LOST ") + name + (held ? "" : ": " + result));
    }

    /// Whether the type is served: by the same process, or by another one where that has taken all that it may
    /// have.
    private boolean isServed() {
        return call("nothing").startsWith("done ")
                || (call("halt").startsWith("threw ") && call("nothing").startsWith("done "));
    }

    /// Whether what the handler has left behind ends when its process does.
    private boolean isEndedWithItsProcess(String pid) {
        Optional<ProcessHandle> left = ProcessHandle.of(Long.parseLong(pid));
        if (!call("halt").startsWith("threw ")) {
            return false;
        }
        if (left.isEmpty()) {
            return true;
        }
        try {
            left.get().onExit().get(20, TimeUnit.SECONDS);
            return true;
        } catch (InterruptedException | ExecutionException | TimeoutException lasts) {
            return false;
        }
    }

    private boolean isWhole() throws IOException {
        return Files.readString(data.resolve("seal.key")).equals(KEY)
                && Files.readString(data.resolve("fairlead.db")).equals("the database")
                && Files.readString(data.resolve("types/other/home/file")).equals("of another type")
                && !Files.exists(data.resolve("new"))
                && !Files.exists(code.resolve("another.jar"));
    }

    private String call(String text) {
        ObjectNode configuration = JsonMapper.shared().createObjectNode();
        configuration
                .put("data", data.toString())
                .put("server", ProcessHandle.current().pid());
        Clock clock = Clock.systemUTC();
        Context context = Context.builder(
                        "Initech::Hostile::Thing", "token", clock.instant().plusSeconds(30), clock)
                .configuration(configuration)
                .client(Client.none())
                .build();
        ObjectNode desired = JsonMapper.shared().createObjectNode().put("Text", text);
        try {
            Progress progress = handler.create(Create.of(desired), context);
            return "done " + progress;
        } catch (RuntimeException refused) {
            return "threw " + refused;
        }
    }

    private static void python(Path folder, Path python) throws IOException, InterruptedException, ExecutionException {
        List<String> printed = new ArrayList<>();
        CompletableFuture<String> end = new CompletableFuture<>();
        Program program = new Program(
                List.of(
                        python.toString(),
                        folder.resolve("code/hostile.py").toString(),
                        folder.resolve("data").toString(),
                        Long.toString(ProcessHandle.current().pid())),
                Map.of("PATH", "/usr/bin:/bin"),
                folder.resolve("code"),
                new Program.Files(
                        List.of(python.toRealPath().resolveSibling("..").normalize()),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of()),
                new Network.Open(),
                Limits.ofMemory(512));
        HostedProcess.start(
                program,
                folder.resolve("data/run/python"),
                line -> {
                    synchronized (printed) {
                        printed.add(line);
                    }
                },
                ended -> end.complete(ended.end()));
        end.get();
        synchronized (printed) {
            for (String line : printed) {
                String name = line.replaceFirst("^\\w+ ", "").replaceFirst(":.*", "");
                if (line.startsWith("refused ")) {
                    say("held python: " + name);
                } else if (line.startsWith("SUCCEEDED ")) {
                    say("LOST python: " + line);
                }
            }
            say(printed.getLast().startsWith("all ") ? "held python: itself" : "LOST python: it ended early");
        }
    }

    private static ResourceSchema schema() {
        String json = """
            {"typeName": "Initech::Hostile::Thing", "description": "A thing.", "additionalProperties": false,
             "properties": {"Id": {"type": "string"}, "Text": {"type": "string"}},
             "readOnlyProperties": ["/properties/Id"], "primaryIdentifier": ["/properties/Id"],
             "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
            """;
        if (ResourceSchema.parse(json.getBytes(StandardCharsets.UTF_8)) instanceof Loaded.Valid(var schema, var _)) {
            return schema;
        }
        throw new IllegalStateException("the schema is not valid");
    }
}
