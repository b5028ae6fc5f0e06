package fixture;

import fairlead.handler.Act;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Does what its only property says.
public final class Fixture implements ResourceHandler.Updatable, ResourceHandler.Listable, ResourceHandler.Actionable {

    private static final List<byte[]> KEPT = new ArrayList<>();

    /// It can't be made.
    public static final class Refusing implements ResourceHandler {

        public Refusing() {
            throw new IllegalStateException("not today");
        }

        @Override
        public Progress create(Create request, Context context) {
            return Progress.gone();
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

    /// It ends its process while it is made.
    public static final class Halting {

        static {
            Runtime.getRuntime().halt(9);
        }
    }

    private static String fetch() {
        String told;
        try (java.net.http.HttpClient client = java.net.http.HttpClient.newHttpClient()) {
            java.net.URI uri = java.net.URI.create("https://127.0.0.1:1");
            told = uri + ": "
                    + client.send(
                            java.net.http.HttpRequest.newBuilder(uri).build(),
                            java.net.http.HttpResponse.BodyHandlers.ofString());
        } catch (java.io.IOException | InterruptedException refused) {
            told = "https://127.0.0.1:1: " + refused;
        }
        try (java.net.Socket socket = new java.net.Socket(java.net.Proxy.NO_PROXY)) {
            socket.connect(new java.net.InetSocketAddress("127.0.0.1", 1));
            return told + "; direct: connected";
        } catch (java.io.IOException refused) {
            return told + "; direct: " + refused;
        }
    }

    private static ObjectNode model() {
        return JsonMapper.shared().createObjectNode().put("Id", "id");
    }

    @Override
    public Progress create(Create request, Context context) {
        String what = request.desired().path("Text").asString("");
        return switch (what) {
            case "process" ->
                Progress.done(model().put("Process", ProcessHandle.current().pid()));
            case "environment" ->
                Progress.done(model().put("Text", String.join(" ", new java.util.TreeMap<>(System.getenv()).keySet())));
            case "fetch" -> Progress.done(model().put("Text", fetch()));
            case "context" -> Progress.done(surroundings(context));
            case "again" ->
                new Progress.Again(
                        model(), Duration.ofMillis(1500), model().put("step", 2), Optional.of(50.0), "half of it");
            case "memo" -> Progress.done(request.memo().orElseThrow());
            case "refuse" -> throw new HandlerException(ErrorCode.THROTTLING, "slower");
            case "fail" -> Progress.failed(ErrorCode.NOT_UPDATABLE, "no");
            case "throw" -> throw new IllegalStateException("a bug");
            case "null" -> null;
            case "exit" -> {
                System.exit(3);
                yield Progress.gone();
            }
            case "print and halt" -> {
                System.err.println("the last words");
                Runtime.getRuntime().halt(4);
                yield Progress.gone();
            }
            case "memory" -> {
                while (true) {
                    KEPT.add(new byte[1 << 20]);
                }
            }
            case "stack" -> Progress.done(model().put("depth", depth(0)));
            case "print" -> {
                System.out.println("printed with a secret");
                LoggerFactory.getLogger("fixture").info("logged {}", 1);
                yield Progress.done(model());
            }
            case "wait" -> {
                try {
                    Thread.sleep(Duration.ofHours(1));
                    yield Progress.gone();
                } catch (InterruptedException interrupted) {
                    yield Progress.failed(ErrorCode.GENERAL_SERVICE_EXCEPTION, "interrupted");
                }
            }
            case "spin" -> {
                while (true) {
                    Thread.onSpinWait();
                }
            }
            case "put" -> Progress.done(context.client().put("/a", model()));
            case "get" -> Progress.done(context.client().get("/a").orElseThrow());
            case "delete" -> Progress.done(model().put("gone", context.client().delete("/a")));
            case "large" -> Progress.done(model().put("Text", "x".repeat(8 << 20)));
            default -> Progress.done(request.desired().put("Id", "id"));
        };
    }

    private static int depth(int present) {
        return depth(present + 1) + 1;
    }

    private static ObjectNode surroundings(Context context) {
        ObjectNode model = model().put("typeName", context.typeName())
                .put("account", context.account())
                .put("region", context.region())
                .put("name", context.name())
                .put("id", context.id())
                .put("token", context.token())
                .put("attempt", context.attempt())
                .put(
                        "minutes",
                        Duration.between(context.clock().instant(), context.deadline())
                                .plusSeconds(30)
                                .toMinutes())
                .put("year", context.clock().instant().toString().substring(0, 4))
                .put("tags", context.tags().toString())
                .put("trace", context.trace().toString());
        model.set("configuration", context.configuration());
        model.set("sku", context.sku());
        return model;
    }

    @Override
    public Progress read(Read request, Context context) {
        return request.identifier().has("Id")
                ? Progress.done(model())
                : Progress.failed(ErrorCode.NOT_FOUND, "there is none");
    }

    @Override
    public Progress update(Update request, Context context) {
        ObjectNode all = model();
        all.set("previous", request.previous());
        all.set("desired", request.desired());
        return Progress.done(all);
    }

    @Override
    public Progress delete(Delete request, Context context) {
        return Progress.gone();
    }

    @Override
    public Page list(Query query, Context context) {
        return new Page(List.of(model(), query.filter().put("limit", query.limit())), query.token());
    }

    @Override
    public Progress act(Act request, Context context) {
        return Progress.done(request.input().put("action", request.action()));
    }
}
