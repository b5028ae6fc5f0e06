package fairlead.server.telemetry;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Records spans. Threads share it.
public interface Tracer extends AutoCloseable {

    /// Who asks whom.
    enum Kind {
        /// A request that this server answers.
        SERVER,
        /// A call of another program.
        CLIENT,
        /// Anything in between.
        INTERNAL
    }

    /// Records nothing, and passes on where those who called it are.
    Tracer NONE = new Tracer() {
        @Override
        public boolean records() {
            return false;
        }

        @Override
        public Span begin(Kind kind, String name, Origin origin) {
            return Span.NONE;
        }

        @Override
        public Origin operation(UUID id, Origin origin) {
            return origin;
        }

        @Override
        public void ended(Ended operation) {}

        @Override
        public void close() {}
    };

    /// False if all of this is in vain.
    boolean records();

    /// Begins a span, as a child of what the origin names.
    Span begin(Kind kind, String name, Origin origin);

    /// The origin of the steps of an operation. Every node has the same answer, also after a restart: the span of
    /// an operation is named by the operation's own id.
    Origin operation(UUID id, Origin origin);

    /// An operation that has ended: only now, and wherever it did, its span is written.
    ///
    /// @param origin as the operation was accepted with
    /// @param failure the code, if it has failed
    record Ended(
            UUID id,
            String name,
            Origin origin,
            Instant begin,
            Instant end,
            Map<String, String> notes,
            Optional<String> failure) {

        public Ended {
            notes = Map.copyOf(notes);
        }
    }

    void ended(Ended operation);

    /// Sends what has not been sent.
    @Override
    void close();
}
