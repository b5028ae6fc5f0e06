package fairlead.server.options;

import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

/// What the server tells of its work.
///
/// @param otlp where spans are sent; empty for nowhere
public record Observability(LogFormat log, Optional<URI> otlp) {

    static Supplier<Observability> declare(Flags flags) {
        flags.section("Observability");
        var log = LogFormat.declare(flags);
        var otlp = flags.optional(
                "--otlp=URL", Values::url, "send spans to this OTLP endpoint over HTTP, such as http://localhost:4318");
        return () -> new Observability(log.get(), otlp.get());
    }
}
