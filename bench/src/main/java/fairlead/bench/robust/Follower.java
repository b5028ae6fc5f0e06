package fairlead.bench.robust;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// Follows a watch stream, from node to node as they come and go, and keeps what it was told.
final class Follower implements AutoCloseable {

    private final Cluster cluster;
    private final Violations violations;
    private final List<Told> told = new ArrayList<>();
    private final AtomicReference<InputStream> stream = new AtomicReference<>(InputStream.nullInputStream());
    private final Thread thread;
    private volatile String place;
    private volatile boolean over;

    /// An event as it came.
    ///
    /// @param id its place
    record Told(String id, String data) {}

    private Follower(Cluster cluster, Violations violations, String place) {
        this.cluster = cluster;
        this.violations = violations;
        this.place = place;
        thread = Thread.ofVirtual().unstarted(this::follow);
    }

    /// @param place from which on it follows
    static Follower begin(Cluster cluster, Violations violations, String place) {
        Follower follower = new Follower(cluster, violations, place);
        follower.thread.start();
        return follower;
    }

    private void follow() {
        while (!over) {
            try {
                readStream();
            } catch (IOException cut) {
                Cluster.rest(20);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void readStream() throws IOException, InterruptedException {
        int port = cluster.any().port();
        if (port == 0) {
            Cluster.rest(20);
            return;
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/fairlead/watch"))
                .header("Accept", "text/event-stream")
                .header("Last-Event-ID", place)
                .timeout(Duration.ofSeconds(30))
                .build();
        HttpResponse<InputStream> response = cluster.http().send(request, BodyHandlers.ofInputStream());
        try (InputStream body = response.body();
                BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            stream.set(body);
            violations.require(
                    response.statusCode() != 410, Law.WATCHED, "the place " + place + " is not known any more");
            if (response.statusCode() == 200) {
                read(lines);
            } else {
                Cluster.rest(50);
            }
        }
    }

    private void read(BufferedReader lines) throws IOException {
        String id = "";
        String data = "";
        for (String line = lines.readLine(); line != null && !over; line = lines.readLine()) {
            if (line.startsWith("id: ")) {
                id = line.substring(4);
            } else if (line.startsWith("data: ")) {
                data = line.substring(6);
            } else if (line.startsWith("event: ")) {
                violations.add(Law.WATCHED, "the stream behind " + place + " says " + line);
            } else if (line.isEmpty() && !id.isEmpty()) {
                take(id, data);
                id = "";
                data = "";
            }
        }
    }

    private void take(String id, String data) {
        boolean isPlaceOnly = data.isEmpty();
        boolean later = Timeline.isBefore(place, id) || (isPlaceOnly && place.equals(id));
        violations.require(later, Law.WATCHED, id + " came behind " + place + ": " + data);
        place = id;
        if (!isPlaceOnly) {
            synchronized (told) {
                told.add(new Told(id, data));
            }
        }
    }

    /// Waits until it has come so far, a little while.
    void awaitPlace(String last) {
        for (int i = 0; i < 400 && Timeline.isBefore(place, last); i++) {
            Cluster.rest(50);
        }
    }

    List<Told> told() {
        synchronized (told) {
            return List.copyOf(told);
        }
    }

    @Override
    public void close() {
        over = true;
        try {
            stream.get().close();
        } catch (IOException already) {
            // It was cut before.
        }
        thread.interrupt();
    }
}
