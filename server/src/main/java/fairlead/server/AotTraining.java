package fairlead.server;

import fairlead.server.options.Options;
import fairlead.server.wiring.ControlPlane;
import fairlead.server.wiring.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Starts a control plane in a scratch folder, creates, reads and deletes a resource, and ends.
///
/// The script runs it after a build, so that the JVM can note what the server loads and links, and keep it ready
/// in its ahead-of-time cache. The server starts in about half the time then.
final class AotTraining {

    private static final String THINGS = "/subscriptions/" + ControlPlane.DEVELOPMENT + "/resourceGroups/"
            + ControlPlane.DEFAULT_GROUP + "/providers/Fairlead.Lab/things";
    private static final String BODY = "{\"location\":\"local\",\"properties\":{\"Text\":\"hello\"}}";

    private AotTraining() {}

    /// @param arguments the scratch folder
    public static void main(String[] arguments) throws IOException {
        Options options = Options.parse(List.of("--port=0", "--data=" + Path.of(arguments[0])));
        try (ControlPlane plane = ControlPlane.start(options, Sources.real())) {
            Main.welcome(System.out, plane, options);
            for (int i = 0; i < 20; i++) {
                request(plane.url(), "PUT", "/thing-" + i, BODY);
                request(plane.url(), "GET", "/thing-" + i, "");
                request(plane.url(), "PUT", "/thing-" + i, "{\"location\":\"local\",\"properties\":{\"Nothing\":1}}");
            }
            request(plane.url(), "GET", "", "");
            request(plane.url(), "DELETE", "/thing-1", "");
        }
    }

    private static void request(URI server, String method, String path, String body) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort());
                InputStream in = socket.getInputStream()) {
            String head = method + " " + THINGS + path + "?api-version=2026-11-01 HTTP/1.1\r\nHost: "
                    + server.getAuthority()
                    + "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                    + "\r\n\r\n";
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
            in.readAllBytes();
        }
    }
}
