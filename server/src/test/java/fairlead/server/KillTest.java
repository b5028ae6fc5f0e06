package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.providers.lab.FileLedger;
import fairlead.providers.lab.Ledger;
import fairlead.server.wiring.ControlPlane;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The process is killed again and again while clients create, change and delete. Nothing that was acknowledged is
/// lost, the lab's own ledger holds exactly the things that the control plane knows, and every operation comes to
/// its end.
///
/// `-Dkills=200` kills more often than the 20 times of a usual run; `-Dkills.seed=` repeats a run's pauses.
class KillTest {

    private static final int CLIENTS = 16;
    private static final int KILLS = Integer.getInteger("kills", 20);
    private static final long SEED = Long.getLong("kills.seed", 20261121);
    private static final Pattern ID = Pattern.compile("\"Id\":\"([^\"]+)\"");
    private static final Pattern NEXT = Pattern.compile("\"nextLink\":\"[^\"]*(/subscriptions[^\"]*)\"");
    private static final String SLOW = "{\"CreateSteps\":1,\"StepDelaySeconds\":0.05,\"Text\":\"slow\"}";

    /// What a client knows of a name: it was told, or it can't know because the answer was lost.
    private enum Known {
        THERE,
        GONE,
        UNKNOWN
    }

    @TempDir
    private Path folder;

    private final Map<String, Known> names = new ConcurrentHashMap<>();
    private final Map<String, String> texts = new ConcurrentHashMap<>();
    private final AtomicLong acknowledged = new AtomicLong();

    @Test
    void losesNothingAndMakesNothingTwice() throws Exception {
        Random chance = new Random(SEED);
        Path data = folder.resolve("data");
        for (int cycle = 0; cycle < KILLS; cycle++) {
            killInTheMiddle(data, cycle, 50 + chance.nextInt(450), chance.nextLong());
        }
        assertThat(acknowledged.get()).as("requests acknowledged in all").isGreaterThan(KILLS * 10L);
        Set<String> known;
        try (ServerProcess server = new ServerProcess(data)) {
            waitUntilQuiet(server);
            known = compare(server);
        }
        try (FileLedger ledger = new FileLedger(data.resolve("lab"))) {
            assertThat(things(ledger)).isEqualTo(known);
        }
    }

    private void killInTheMiddle(Path data, int cycle, int afterMillis, long seed) throws Exception {
        try (ServerProcess server = new ServerProcess(data)) {
            AtomicBoolean on = new AtomicBoolean(true);
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int number = i;
                Random chance = new Random(seed + i);
                clients.add(Thread.ofVirtual().start(() -> {
                    for (int n = 0; on.get(); n++) {
                        act(server, "c" + cycle + "-" + number + "-" + n, chance);
                    }
                }));
            }
            waitForAcknowledgements(CLIENTS);
            Thread.sleep(afterMillis);
            server.kill();
            on.set(false);
            for (Thread client : clients) {
                client.join();
            }
        }
    }

    /// The clients are at work before the clock of the kill runs: a machine may be slow.
    private void waitForAcknowledgements(int more) throws InterruptedException {
        long enough = acknowledged.get() + more;
        for (int i = 0; i < 3000 && acknowledged.get() < enough; i++) {
            Thread.sleep(10);
        }
    }

    private void act(ServerProcess server, String fresh, Random chance) {
        int dice = chance.nextInt(10);
        Optional<String> old = names.entrySet().stream()
                .filter(entry -> entry.getValue() == Known.THERE)
                .map(Map.Entry::getKey)
                .skip(chance.nextInt(5))
                .findFirst()
                .filter(name -> names.replace(name, Known.THERE, Known.UNKNOWN));
        if (dice < 5 || old.isEmpty()) {
            old.ifPresent(name -> names.put(name, Known.THERE));
            names.put(fresh, Known.UNKNOWN);
            put(server, fresh, dice < 2 ? SLOW : "{\"Text\":\"first\"}");
        } else if (dice < 8) {
            put(server, old.get(), "{\"Text\":\"changed " + fresh + "\"}");
        } else {
            delete(server, old.get());
        }
    }

    private void put(ServerProcess server, String name, String properties) {
        String before = texts.getOrDefault(name, "");
        texts.remove(name);
        try {
            HttpResponse<String> answer = server.put(name, properties);
            if (answer.statusCode() <= 201) {
                acknowledged.incrementAndGet();
                texts.put(
                        name,
                        JsonMapper.shared().readTree(properties).path("Text").stringValue());
            } else {
                texts.put(name, before);
            }
            names.put(name, Known.THERE);
        } catch (IOException lost) {
            names.put(name, before.isEmpty() ? Known.UNKNOWN : Known.THERE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void delete(ServerProcess server, String name) {
        try {
            int status = server.delete(name).statusCode();
            if (status <= 204) {
                acknowledged.incrementAndGet();
                names.put(name, Known.GONE);
            } else {
                names.put(name, Known.THERE);
            }
        } catch (IOException lost) {
            names.put(name, Known.UNKNOWN);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void waitUntilQuiet(ServerProcess server) throws Exception {
        String operations = "/subscriptions/" + ControlPlane.DEVELOPMENT + "/operationStatuses?$top=1000";
        Pattern open = Pattern.compile("\"status\":\"(Accepted|Running|Canceling)\"");
        for (int i = 0; i < 600; i++) {
            boolean busy = false;
            Optional<String> page = Optional.of(operations);
            while (page.isPresent()) {
                String body = server.get(page.get()).body();
                busy |= open.matcher(body).find();
                Matcher next = NEXT.matcher(body);
                page = next.find() ? Optional.of(next.group(1)) : Optional.empty();
            }
            if (!busy) {
                return;
            }
            Thread.sleep(100);
        }
        throw new AssertionError("operations are still running a minute after the last start");
    }

    /// Holds what the clients know against the server; the identifiers of all things that it knows.
    private Set<String> compare(ServerProcess server) throws Exception {
        Set<String> identifiers = new HashSet<>();
        for (Map.Entry<String, Known> entry : names.entrySet()) {
            HttpResponse<String> answer = server.get(ServerProcess.THINGS + "/" + entry.getKey());
            switch (entry.getValue()) {
                case THERE -> assertThat(answer.statusCode()).as(entry.getKey()).isEqualTo(200);
                case GONE -> assertThat(answer.statusCode()).as(entry.getKey()).isEqualTo(404);
                case UNKNOWN ->
                    assertThat(answer.statusCode()).as(entry.getKey()).isIn(200, 404);
            }
            if (answer.statusCode() == 200) {
                JsonNode properties =
                        JsonMapper.shared().readTree(answer.body()).path("properties");
                assertThat(properties.path("provisioningState").stringValue())
                        .as(entry.getKey())
                        .isEqualTo("Succeeded");
                String text = texts.getOrDefault(entry.getKey(), "");
                if (entry.getValue() == Known.THERE && !text.isEmpty()) {
                    assertThat(properties.path("Text").stringValue()).isEqualTo(text);
                }
                Matcher id = ID.matcher(answer.body());
                assertThat(id.find()).isTrue();
                assertThat(identifiers.add(id.group(1)))
                        .as("one thing, one resource")
                        .isTrue();
            }
        }
        return identifiers;
    }

    static Set<String> things(Ledger ledger) {
        Set<String> ids = new HashSet<>();
        Optional<String> after = Optional.empty();
        for (List<Ledger.Thing> page = ledger.list(after, 1000); !page.isEmpty(); page = ledger.list(after, 1000)) {
            page.forEach(thing -> ids.add(thing.id()));
            after = Optional.of(page.getLast().id());
        }
        return ids;
    }
}
