package fairlead.server.region;

import fairlead.server.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Brings the access data of the home to all other cells, again and again: so that what is changed there counts
/// everywhere within seconds.
///
/// It does not matter which front does it, or how many do. A cell gives a stamp; then the home is asked; then the cell
/// gets what the home has said, with the stamp, by which it knows how old that can be.
final class AccessReplication implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AccessReplication.class);
    private static final String ACCESS = "/fairlead/cell/access";
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<Thread> workers;

    AccessReplication(Cells cells, CellClient client) {
        workers = cells.all().stream()
                .filter(cell -> !cell.equals(cells.home()))
                .map(cell -> {
                    Courier courier = new Courier(cells.home(), cell, client);
                    return Thread.ofVirtual().name("access of " + cell.name()).unstarted(courier::work);
                })
                .toList();
    }

    AccessReplication start() {
        workers.forEach(Thread::start);
        return this;
    }

    /// Brings them to one cell. One that hangs does not hold up the others.
    private static final class Courier {

        private final Cell home;
        private final Cell cell;
        private final CellClient client;
        private Optional<ObjectNode> held = Optional.empty();
        private String trouble = "";

        Courier(Cell home, Cell cell, CellClient client) {
            this.home = home;
            this.cell = cell;
            this.client = client;
        }

        void work() {
            try {
                while (true) {
                    look();
                    Thread.sleep(PAUSE);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }

        private void look() {
            try {
                bring();
                told("");
            } catch (ProblemException failure) {
                held = Optional.empty();
                told(failure.problem().message());
            } catch (RuntimeException | IOException failure) {
                held = Optional.empty();
                told(String.valueOf(failure.getMessage()));
            }
        }

        private void bring() throws IOException {
            ObjectNode known = held.isPresent() ? held.get() : client.ask(cell, "POST", ACCESS, Optional.empty());
            String asked = ACCESS + "?version=" + known.path("version").asString("");
            byte[] content = content(asked);
            String taken = ACCESS + "?stamp="
                    + NameDirectory.encoded(known.path("stamp").asString(""));
            held = Optional.of(client.ask(cell, "PUT", taken, Optional.of(content)));
        }

        private byte[] content(String target) throws IOException {
            CellRequest question = CellRequest.own("GET", target, Optional.empty());
            try (CellResponse answer = client.send(home, question, PATIENCE)) {
                if (!answer.succeeded()) {
                    throw new UncheckedIOException(new IOException("the home has answered " + answer.status() + ": "
                            + answer.json().at("/error/message").asString("")));
                }
                try (InputStream bytes = answer.bytes()) {
                    return bytes.readAllBytes();
                }
            }
        }

        /// Each change of how it goes is told once.
        private void told(String now) {
            if (now.equals(trouble)) {
                return;
            }
            if (now.isEmpty()) {
                LOG.info("'{}' gets the access data of '{}' again", cell.name(), home.name());
            } else {
                LOG.warn(
                        "'{}' does not get the access data of '{}', and refuses changes from 60 seconds on: {}",
                        cell.name(),
                        home.name(),
                        now);
            }
            trouble = now;
        }
    }

    @Override
    public void close() {
        workers.forEach(Thread::interrupt);
    }
}
