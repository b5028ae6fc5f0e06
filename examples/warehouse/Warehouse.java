import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The warehouse of `warehouse.smithy`: a service that does everything that the handler contract forbids.
///
/// It overwrites what is made twice, makes what is changed and not there, answers 200 to a delete of nothing, shows
/// changes only after a while, and gives two things to a page whatever it is asked. It speaks restJson1, and
/// awsJson1_1 at `/`.
///
/// Run it with Jackson on the class path: `java -cp LIBRARIES Warehouse.java --port PORT`.
public final class Warehouse {

    private static final JsonMapper JSON = new JsonMapper();
    private static final long LATE_MILLIS = 150;
    private static final int PAGE = 2;

    /// What was there, what is there, and since when it shows.
    private record Thing(ObjectNode before, ObjectNode after, long shows) {

        ObjectNode shown() {
            return System.currentTimeMillis() >= shows ? after : before;
        }
    }

    private record Answer(int status, String error, ObjectNode body) {}

    private final Map<String, Thing> crates = new TreeMap<>();
    private final Map<String, Thing> parcels = new TreeMap<>();
    private final Map<String, Thing> shipments = new TreeMap<>();
    private final Map<String, String> tokens = new TreeMap<>();

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[1]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        Warehouse warehouse = new Warehouse();
        server.createContext("/", warehouse::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        System.out.println("the warehouse is open at http://127.0.0.1:"
                + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] sent = exchange.getRequestBody().readAllBytes();
        ObjectNode input = sent.length == 0 ? JSON.createObjectNode() : (ObjectNode) JSON.readTree(sent);
        String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
        String operation = target != null ? target.substring(target.indexOf('.') + 1) : operation(exchange, input);
        Answer answer;
        synchronized (this) {
            answer = carriedOut(operation, input);
        }
        if (!answer.error().isEmpty()) {
            exchange.getResponseHeaders().set("X-Amzn-Errortype", answer.error());
        }
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        byte[] body = JSON.writeValueAsBytes(answer.body());
        exchange.sendResponseHeaders(answer.status(), body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /// Which operation a method and a path mean; what the address says joins the input.
    private static String operation(HttpExchange exchange, ObjectNode input) {
        String[] path = exchange.getRequestURI().getPath().split("/");
        boolean crate = path.length > 1 && path[1].equals("crates");
        if (path.length > 2) {
            input.put(crate ? "crateName" : "shipmentId", path[2]);
        }
        String query = exchange.getRequestURI().getQuery();
        for (String parameter : query == null ? new String[0] : query.split("&")) {
            input.put(parameter.split("=", 2)[0], parameter.split("=", 2)[1]);
        }
        if (path.length > 3) {
            if (path.length > 4) {
                input.put("parcelName", path[4]);
            }
            return switch (exchange.getRequestMethod()) {
                case "PUT" -> "PutParcel";
                case "DELETE" -> "RemoveParcel";
                default -> path.length > 4 ? "GetParcel" : "ListParcels";
            };
        }
        return switch (exchange.getRequestMethod()) {
            case "POST" -> "OrderShipment";
            case "PUT" -> crate ? "PutCrate" : "ChangeShipment";
            case "DELETE" -> crate ? "RemoveCrate" : "CancelShipment";
            default -> path.length > 2 ? crate ? "GetCrate" : "GetShipment" : crate ? "ListCrates" : "ListShipments";
        };
    }

    private Answer carriedOut(String operation, ObjectNode input) {
        return switch (operation) {
            case "PutCrate" -> {
                Thing known = crates.get(input.path("crateName").asString());
                long arrived = known == null || known.after() == null
                        ? Instant.now().getEpochSecond()
                        : known.after().path("arrivedAt").asLong();
                put(crates, input.path("crateName").asString(), input.put("arrivedAt", arrived));
                yield ok(JSON.createObjectNode());
            }
            case "GetCrate" -> got(crates, input.path("crateName").asString(), "crate");
            case "RemoveCrate" -> {
                String crate = input.path("crateName").asString();
                List.copyOf(parcels.keySet()).stream()
                        .filter(parcel -> parcel.startsWith(crate + "/"))
                        .forEach(parcel -> removed(parcels, parcel));
                yield removed(crates, crate);
            }
            case "ListCrates" -> listed(crates, "", input, "crates");
            case "PutParcel", "GetParcel", "RemoveParcel", "ListParcels" -> inCrate(operation, input);
            case "OrderShipment" -> ordered(input);
            case "GetShipment" -> got(shipments, input.path("shipmentId").asString(), "");
            case "ChangeShipment" -> changed(input);
            case "CancelShipment" -> removed(shipments, input.path("shipmentId").asString());
            case "ListShipments" -> listed(shipments, "", input, "shipmentIds");
            default -> new Answer(400, "UnknownOperation", JSON.createObjectNode());
        };
    }

    /// What is asked of parcels. Those of a crate that is not there are not there either.
    private Answer inCrate(String operation, ObjectNode input) {
        String crate = input.path("crateName").asString();
        String parcel = crate + "/" + input.path("parcelName").asString("");
        Answer there = got(crates, crate, "crate");
        if (there.status() != 200 && !operation.equals("RemoveParcel")) {
            return there;
        }
        return switch (operation) {
            case "PutParcel" -> {
                put(parcels, parcel, input);
                yield ok(JSON.createObjectNode());
            }
            case "GetParcel" -> got(parcels, parcel, "");
            case "RemoveParcel" -> removed(parcels, parcel);
            default -> listed(parcels, parcel, input, "parcels");
        };
    }

    private static Answer ok(JsonNode body) {
        return new Answer(200, "", (ObjectNode) body);
    }

    private static void put(Map<String, Thing> things, String name, ObjectNode after) {
        Thing known = things.get(name);
        things.put(
                name, new Thing(known == null ? null : known.shown(), after, System.currentTimeMillis() + LATE_MILLIS));
    }

    private static Answer got(Map<String, Thing> things, String name, String wrapped) {
        Thing thing = things.get(name);
        ObjectNode shown = thing == null ? null : thing.shown();
        if (shown == null) {
            return new Answer(404, "NoSuchThing", JSON.createObjectNode().put("message", "there is no " + name));
        }
        return ok(wrapped.isEmpty() ? shown : JSON.createObjectNode().set(wrapped, shown));
    }

    private static Answer removed(Map<String, Thing> things, String name) {
        if (things.containsKey(name)) {
            put(things, name, null);
        }
        return ok(JSON.createObjectNode());
    }

    private static Answer listed(Map<String, Thing> things, String prefix, ObjectNode input, String member) {
        List<String> names = new ArrayList<>();
        things.forEach((name, thing) -> {
            if (thing.shown() != null
                    && name.startsWith(prefix)
                    && name.compareTo(input.path("nextToken").asString("")) > 0) {
                names.add(name);
            }
        });
        List<String> page = names.subList(0, Math.min(PAGE, names.size()));
        ObjectNode body = JSON.createObjectNode();
        ArrayNode items = body.putArray(member);
        for (String name : page) {
            ObjectNode shown = things.get(name).shown();
            switch (member) {
                case "crates" -> items.addObject().put("crateName", name).set("label", shown.path("label"));
                case "parcels" ->
                    items.addObject()
                            .put("crateName", shown.path("crateName").asString())
                            .put("parcelName", shown.path("parcelName").asString());
                default -> items.add(name);
            }
        }
        if (names.size() > page.size()) {
            body.put("nextToken", page.getLast());
        }
        return ok(body);
    }

    /// The same token orders the same shipment.
    private Answer ordered(ObjectNode input) {
        String token = input.path("clientToken").asString("");
        String id = tokens.computeIfAbsent(token, _ -> "s-%06d".formatted(tokens.size() + 1));
        if (!shipments.containsKey(id)) {
            input.remove("clientToken");
            ready(id, input.put("shipmentId", id), "CREATING");
        }
        return ok(JSON.createObjectNode().put("shipmentId", id));
    }

    private Answer changed(ObjectNode input) {
        String id = input.path("shipmentId").asString();
        Thing known = shipments.get(id);
        ObjectNode after =
                known == null || known.after() == null ? input : known.after().deepCopy();
        after.remove("note");
        if (input.has("note")) {
            after.set("note", input.path("note"));
        }
        ready(id, after, "UPDATING");
        return ok(JSON.createObjectNode());
    }

    /// Something that shows at once that it is not ready yet.
    private void ready(String id, ObjectNode after, String status) {
        ObjectNode before = after.deepCopy().put("status", status);
        long shows = System.currentTimeMillis() + LATE_MILLIS;
        shipments.put(id, new Thing(before, after.put("status", "READY"), shows));
    }
}
