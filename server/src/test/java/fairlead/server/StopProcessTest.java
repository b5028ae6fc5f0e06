package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that is asked to stop by SIGTERM while a request is under way.
class StopProcessTest {

    private static final String BODY = "{\"location\":\"local\",\"properties\":{\"Text\":\"late\"}}";
    private static final int HALF = BODY.length() / 2;

    @TempDir
    private Path folder;

    private static Socket begun(ServerProcess server) throws IOException {
        Socket socket = new Socket(server.url().getHost(), server.url().getPort());
        String head = "PUT " + ServerProcess.THINGS + "/late?api-version=2026-11-01 HTTP/1.1\r\nHost: "
                + server.url().getAuthority()
                + "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: " + BODY.length()
                + "\r\n\r\n";
        write(socket, head + BODY.substring(0, HALF));
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /// The server has taken the request up: it is one of those at work.
    private static void awaitAtWork(ServerProcess server) throws IOException, InterruptedException {
        String atWork = "";
        for (int i = 0; i < 10_000 && !atWork.contains("fairlead_work_in_progress 1"); i++) {
            atWork = server.get("/metrics").body();
        }
        assertThat(atWork).contains("fairlead_work_in_progress 1");
    }

    @Test
    void isNotReadyAndTakesNothingNewButEndsWhatItHasBegun() throws IOException, InterruptedException {
        try (ServerProcess server = new ServerProcess(folder.resolve("data"));
                Socket begun = begun(server)) {
            awaitAtWork(server);
            assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
            server.terminate();
            int status = 200;
            for (int i = 0; i < 10_000 && status == 200; i++) {
                status = server.get("/readyz").statusCode();
            }
            assertThat(status).isEqualTo(503);
            HttpResponse<String> why = server.get("/readyz?verbose");
            assertThat(why.body()).contains("stopping failing: the server is stopping");
            assertThat(server.get("/livez").statusCode()).isEqualTo(200);
            int fresh = 201;
            for (int i = 0; i < 10_000 && fresh != 503; i++) {
                fresh = server.put("fresh-" + i, "{}").statusCode();
            }
            assertThat(fresh).isEqualTo(503);

            write(begun, BODY.substring(HALF));

            String answer = new String(begun.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 201 ");
            assertThat(server.ended()).isZero();
        }
    }
}
