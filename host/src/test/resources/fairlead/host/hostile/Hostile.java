package hostile;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// Attacks the server that hosts it, in the way that its only property names. It answers with what it got; it throws if
/// it got nothing.
public final class Hostile implements ResourceHandler {

    private static final List<Object> KEPT = new ArrayList<>();

    @Override
    public Progress create(Create request, Context context) {
        Path data = Path.of(context.configuration().path("data").asString());
        long server = context.configuration().path("server").asLong();
        String attack = request.desired().path("Text").asString("");
        try {
            return Progress.done(
                    JsonMapper.shared().createObjectNode().put("Id", "id").put("Text", attack(attack, data, server)));
        } catch (IOException | InterruptedException refused) {
            throw new IllegalStateException("refused: " + refused);
        }
    }

    private static String attack(String attack, Path data, long server) throws IOException, InterruptedException {
        Path key = data.resolve("seal.key");
        Path home = Path.of(System.getenv("HOME"));
        Path proc = Path.of("/proc/" + server);
        return switch (attack) {
            case "nothing" -> "harmless";
            case "read the key" -> Files.readString(key);
            case "read the database" -> Files.readString(data.resolve("fairlead.db"));
            case "read the home of another type" -> Files.readString(data.resolve("types/other/home/file"));
            case "list the data folder" -> list(data);
            case "list the folder of all types" -> list(home.getParent().getParent());
            case "read the server's environment" -> read(proc.resolve("environ"));
            case "read the server's memory" -> read(proc.resolve("mem"));
            case "read the server's maps" -> read(proc.resolve("maps"));
            case "read the key through the server's root" -> Files.readString(proc.resolve("root" + key));
            case "read the key through the server's folder" -> list(proc.resolve("cwd"));
            case "read the server's descriptors" ->
                Files.readSymbolicLink(proc.resolve("fd/1")).toString();
            case "read the key through a link" -> {
                Path link = home.resolve("link");
                Files.deleteIfExists(link);
                Files.createSymbolicLink(link, key);
                yield Files.readString(link);
            }
            case "link the key into the home" -> {
                Files.createLink(home.resolve("hard"), key);
                yield Files.readString(home.resolve("hard"));
            }
            default -> write(attack, data, server);
        };
    }

    private static String write(String attack, Path data, long server) throws IOException, InterruptedException {
        Path key = data.resolve("seal.key");
        Path home = Path.of(System.getenv("HOME"));
        return switch (attack) {
            case "move the key" -> Files.move(key, home.resolve("moved")).toString();
            case "delete the key" -> {
                Files.delete(key);
                yield "deleted";
            }
            case "overwrite the key" -> Files.writeString(key, "mine").toString();
            case "write beside the key" ->
                Files.writeString(data.resolve("new"), "mine").toString();
            case "write into the folder for temporary files of all" ->
                Files.writeString(Path.of("/tmp/hostile-" + server), "mine").toString();
            case "change the code" ->
                Files.writeString(Path.of(System.getProperty("code"), "another.jar"), "mine")
                        .toString();
            case "find inherited files" -> inherited(data);
            default -> reach(attack, data, server);
        };
    }

    private static String reach(String attack, Path data, long server) throws IOException, InterruptedException {
        Path key = data.resolve("seal.key");
        Path home = Path.of(System.getenv("HOME"));
        return switch (attack) {
            case "kill the server" -> run("kill -9 " + server + " 2>&1 || exit 1");
            case "stop the server" -> run("kill -STOP " + server + " 2>&1 || exit 1");
            case "kill everything" -> run("kill -9 -1; echo killed");
            case "gain privileges" -> run("su -c id root </dev/null 2>&1 || exit 1");
            case "mount" -> run("mount -t tmpfs none " + home + " 2>&1 || exit 1");
            case "unshare" -> run("unshare -rm cat " + key + " 2>&1 || exit 1");
            default -> exhaust(attack);
        };
    }

    private static String exhaust(String attack) throws IOException, InterruptedException {
        return switch (attack) {
            case "leave a process behind" -> {
                String left = run("setsid setsid sh -c 'echo $$; exec sleep 1000' </dev/null 2>/dev/null & sleep 0.2");
                throw new IllegalStateException("left: " + left);
            }
            case "halt" -> {
                Runtime.getRuntime().halt(3);
                yield "";
            }
            case "exit" -> {
                System.exit(3);
                yield "";
            }
            case "take all memory" -> {
                while (true) {
                    KEPT.add(new byte[1 << 20]);
                }
            }
            case "start threads without end" -> {
                for (int i = 0; i < 100_000; i++) {
                    Thread.ofPlatform().daemon(true).start(() -> {
                        try {
                            Thread.sleep(Long.MAX_VALUE);
                        } catch (InterruptedException ended) {
                            Thread.currentThread().interrupt();
                        }
                    });
                }
                yield "100000 threads";
            }
            case "open files without end" -> {
                for (int i = 0; i < 100_000; i++) {
                    KEPT.add(new RandomAccessFile("/dev/null", "r"));
                }
                yield "100000 files";
            }
            case "start processes without end" -> run("bomb() { bomb | bomb & }; bomb; sleep 1; exit 1");
            case "print without end" -> {
                String line = "x".repeat(1000);
                for (int i = 0; i < 20_000; i++) {
                    System.out.println(line);
                }
                throw new IllegalStateException("printed");
            }
            default -> say(attack);
        };
    }

    private static String say(String attack) throws IOException, InterruptedException {
        return switch (attack) {
            case "write garbage to the server" -> garbage(new byte[1000]);
            case "announce a frame of two gigabytes" ->
                garbage(new byte[] {0x7f, -1, -1, -1, 5, 0, 0, 0, 0, 0, 0, 0, 1});
            case "answer what nobody asked" -> garbage(frame(5, 77, "{\"done\":{\"Text\":\"mine\"}}"));
            case "answer what is no document" -> garbage(frame(5, 1, "[[[["));
            case "answer without end" -> garbage(frame(5, 1, "[".repeat(5 << 20)));
            case "be a server" -> garbage(frame(1, 1, "{}"));
            case "ask without waiting" -> {
                byte[] question = frame(6, 1, "{\"call\":\"1\",\"verb\":\"GET\",\"id\":\"/a\"}");
                for (int i = 0; i < 100_000; i++) {
                    garbage(question);
                }
                yield "";
            }
            default -> throw new IllegalStateException("no attack: " + attack);
        };
    }

    private static byte[] frame(int kind, long number, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return java.nio.ByteBuffer.allocate(13 + bytes.length)
                .putInt(bytes.length)
                .put((byte) kind)
                .putLong(number)
                .put(bytes)
                .array();
    }

    private static String garbage(byte[] bytes) throws IOException {
        try (FileOutputStream out = new FileOutputStream("/proc/self/fd/4")) {
            out.write(bytes);
        }
        throw new IllegalStateException("written");
    }

    private static String list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList().toString();
        }
    }

    private static String read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(100), StandardCharsets.ISO_8859_1);
        }
    }

    /// The files of the server among those that are open here.
    private static String inherited(Path data) throws IOException {
        StringBuilder found = new StringBuilder();
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            for (Path file : files.toList()) {
                String target = "";
                try {
                    target = Files.readSymbolicLink(file).toString();
                } catch (IOException closed) {
                    continue;
                }
                if (target.startsWith(data.toString()) && !target.endsWith("/output")) {
                    found.append(target).append(' ');
                }
            }
        }
        if (found.isEmpty()) {
            throw new IOException("none");
        }
        return found.toString();
    }

    /// What a shell printed; it has to end well.
    private static String run(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("bash", "-c", command)
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(text);
        }
        return text;
    }

    @Override
    public Progress read(Read request, Context context) {
        return Progress.gone();
    }

    @Override
    public Progress delete(Delete request, Context context) {
        return Progress.gone();
    }
}
