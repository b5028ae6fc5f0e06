package fairlead.server.registry.stack;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fairlead.server.resource.document.Documents;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// A real HTTP server that makes custom resources: it takes each request, and answers it.
final class CustomMaker implements AutoCloseable {

    final List<ObjectNode> asked = Collections.synchronizedList(new ArrayList<>());

    /// How answers were taken.
    final List<HttpResponse<String>> answered = Collections.synchronizedList(new ArrayList<>());

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    CustomMaker() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/make";
    }

    private void take(HttpExchange exchange) throws IOException {
        ObjectNode request = Documents.object(exchange.getRequestBody().readAllBytes());
        exchange.sendResponseHeaders(202, -1);
        exchange.close();
        asked.add(request);
        answer(request, request.at("/ResourceProperties/Wrong").asString("").equals("true"));
    }

    /// @param wrong whether what is answered first is none
    private void answer(ObjectNode request, boolean wrong) throws IOException {
        if (wrong) {
            send(request, Documents.empty().put("Status", "MAYBE"));
            ObjectNode long1 = response(request);
            long1.put("Reason", "x".repeat(5000));
            send(request, long1);
        }
        send(request, response(request));
    }

    private static ObjectNode response(ObjectNode request) {
        boolean deletes = request.path("RequestType").asString().equals("Delete");
        String name = request.at("/ResourceProperties/Name").asString("");
        ObjectNode response = Documents.empty()
                .put("Status", name.equals("refused") && !deletes ? "FAILED" : "SUCCESS")
                .put("Reason", "it is taken")
                .put("PhysicalResourceId", "made-" + name)
                .put("StackId", request.path("StackId").asString())
                .put("RequestId", request.path("RequestId").asString())
                .put("LogicalResourceId", request.path("LogicalResourceId").asString());
        response.putObject("Data").put("Address", name + ".example.com");
        return response;
    }

    private void send(ObjectNode request, ObjectNode response) throws IOException {
        try {
            answered.add(client.send(
                    HttpRequest.newBuilder(
                                    URI.create(request.path("ResponseURL").asString()))
                            .header("Content-Type", "text/plain")
                            .PUT(BodyPublishers.ofString(response.toString()))
                            .build(),
                    BodyHandlers.ofString()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        client.close();
    }
}
