package fairlead.server.telemetry;

import java.util.Optional;
import java.util.regex.Pattern;

/// A place in a distributed trace, as the W3C recommendation "Trace Context" has it.
///
/// @param traceId 32 hexadecimal digits in lower case, not all of them zero
/// @param spanId 16 of them: what happens next is a child of this
/// @param sampled whether those before have recorded it
/// @param state the header `tracestate` as it came; empty without one
public record TraceContext(String traceId, String spanId, boolean sampled, String state) {

    private static final Pattern HEADER =
            Pattern.compile("(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
    private static final Pattern STATE = Pattern.compile("[\\x20-\\x7e\\t]{1,512}");

    /// What the two headers say. Empty if `traceparent` is malformed: the trace begins anew then, and `tracestate`
    /// is no use.
    public static Optional<TraceContext> parse(String traceparent, String tracestate) {
        var header = HEADER.matcher(traceparent.strip());
        boolean valid =
                header.matches() && (header.group(5) == null || !header.group(1).equals("00"));
        if (!valid) {
            return Optional.empty();
        }
        boolean sampled = (Integer.parseInt(header.group(4), 16) & 1) == 1;
        String state = STATE.matcher(tracestate).matches() ? tracestate : "";
        return Optional.of(new TraceContext(header.group(2), header.group(3), sampled, state));
    }

    /// The value of `traceparent`.
    public String header() {
        return "00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00");
    }

    /// Another place in the same trace.
    public TraceContext at(String otherSpanId) {
        return new TraceContext(traceId, otherSpanId, sampled, state);
    }
}
