package fairlead.lambda;

import fairlead.handler.Trace;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The ids of a call in the form in which a function gets them: beside the event, whose form the wire prescribes.
///
/// @param amazonHeader the trace's place as AWS writes it, for the header of the Runtime API and of the Invoke API
/// @param clientContext the object whose member `custom` a function finds in its context; empty if there are no
///     ids
record Tracing(String amazonHeader, Optional<String> clientContext) {

    private static final String UNTRACED = "Root=1-00000000-000000000000000000000000;Parent=0000000000000000;Sampled=0";

    static Tracing of(Trace trace) {
        Map<String, String> headers = trace.headers();
        return new Tracing(
                trace.traceparent().map(Tracing::amazonHeader).orElse(UNTRACED),
                headers.isEmpty() ? Optional.empty() : Optional.of(context(headers)));
    }

    /// `00-TRACE-SPAN-01`, whose trace id AWS has in two parts.
    private static String amazonHeader(String traceparent) {
        String[] parts = traceparent.split("-", -1);
        String trace = parts[1];
        return "Root=1-" + trace.substring(0, 8) + "-" + trace.substring(8) + ";Parent=" + parts[2] + ";Sampled="
                + (parts[3].endsWith("1") ? 1 : 0);
    }

    private static String context(Map<String, String> headers) {
        ObjectNode context = RequestEncoder.JSON.createObjectNode();
        ObjectNode custom = context.putObject("custom");
        headers.forEach(custom::put);
        return RequestEncoder.JSON.writeValueAsString(context);
    }
}
