package fairlead.lambda;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a provider prints during one call: lines in the log, under limits, and the last of them for a message.
final class CallLog {

    private static final Logger LOG = LoggerFactory.getLogger("fairlead.provider");
    private static final int MOST_LINES = 500;
    private static final int MOST_CHARACTERS = 256 << 10;
    private static final int LONGEST_LINE = 2000;
    private static final int TAIL = 12;
    private static final int LONGEST_TAIL_LINE = 300;

    private final String subject;
    private final Redaction redaction;
    private final Deque<String> tail = new ArrayDeque<>();
    private int lines;
    private long characters;
    private boolean full;

    /// @param subject whose output it is: the type, and the operation
    CallLog(String subject, Redaction redaction) {
        this.subject = subject;
        this.redaction = redaction;
    }

    synchronized void line(String raw) {
        if (raw.isBlank()) {
            return;
        }
        String line = redaction.apply(raw);
        tail.addLast(cut(line, LONGEST_TAIL_LINE));
        if (tail.size() > TAIL) {
            tail.removeFirst();
        }
        lines++;
        characters += Math.min(line.length(), LONGEST_LINE);
        if (lines <= MOST_LINES && characters <= MOST_CHARACTERS) {
            LOG.info("{}: {}", subject, cut(line, LONGEST_LINE));
        } else if (!full) {
            full = true;
            LOG.warn("{}: prints more than is kept; the rest of this call is not logged", subject);
        }
    }

    /// The last lines, one sentence for a message; empty if there were none.
    synchronized String lastLines() {
        return tail.isEmpty() ? "" : " It printed last: " + String.join(" | ", tail);
    }

    String redacted(String text) {
        return redaction.apply(text);
    }

    private static String cut(String line, int most) {
        return line.length() <= most ? line : line.substring(0, most) + "...";
    }
}
