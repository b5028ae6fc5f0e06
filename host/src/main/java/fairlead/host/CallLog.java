package fairlead.host;

import fairlead.handler.Trace;
import fairlead.schema.data.Redaction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// The lines that a handler prints during one call: it writes them to the log, under limits and with the call's
/// ids, and keeps the last of them for a message.
public final class CallLog {

    private static final Logger LOG = LoggerFactory.getLogger("fairlead.provider");
    private static final int MOST_LINES = 500;
    private static final int MOST_CHARACTERS = 256 << 10;
    private static final int LONGEST_LINE = 2000;
    private static final int TAIL = 12;
    private static final int LONGEST_TAIL_LINE = 300;

    private final String subject;
    private final Redaction redaction;
    private final Trace trace;
    private final Consumer<String> listener;
    private final Deque<String> tail = new ArrayDeque<>();
    private int lines;
    private long characters;
    private boolean full;

    public CallLog(String subject, Redaction redaction, Trace trace) {
        this(subject, redaction, trace, _ -> {});
    }

    /// @param subject whose output it is: the type, and the operation
    /// @param listener hears every line, however many there are
    public CallLog(String subject, Redaction redaction, Trace trace, Consumer<String> listener) {
        this.subject = subject;
        this.redaction = redaction;
        this.trace = trace;
        this.listener = listener;
    }

    /// The ids that the lines are logged with.
    public Trace trace() {
        return trace;
    }

    public synchronized void line(String raw) {
        if (raw.isBlank()) {
            return;
        }
        String line = redaction.apply(raw);
        listener.accept(cut(line, LONGEST_LINE));
        tail.addLast(cut(line, LONGEST_TAIL_LINE));
        if (tail.size() > TAIL) {
            tail.removeFirst();
        }
        lines++;
        characters += Math.min(line.length(), LONGEST_LINE);
        if (lines <= MOST_LINES && characters <= MOST_CHARACTERS) {
            identified(LOG.atInfo()).log("{}: {}", subject, cut(line, LONGEST_LINE));
        } else if (!full) {
            full = true;
            identified(LOG.atWarn()).log("{}: prints more than is kept; the rest of this call is not logged", subject);
        }
    }

    /// Lines come on the threads that read them, which know nothing of the call.
    private LoggingEventBuilder identified(LoggingEventBuilder line) {
        if (trace.requestId().isEmpty()) {
            return line;
        }
        LoggingEventBuilder known =
                line.addKeyValue("requestId", trace.requestId()).addKeyValue("correlationId", trace.correlationId());
        return trace.clientRequestId()
                .map(id -> known.addKeyValue("clientRequestId", id))
                .orElse(known);
    }

    /// The last lines, one sentence for a message; empty if there were none.
    public synchronized String lastLines() {
        return tail.isEmpty() ? "" : " It printed last: " + String.join(" | ", tail);
    }

    public String redacted(String text) {
        return redaction.apply(text);
    }

    private static String cut(String line, int most) {
        return line.length() <= most ? line : line.substring(0, most) + "...";
    }
}
