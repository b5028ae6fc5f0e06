package fairlead.server.telemetry;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.List;
import java.util.function.BiConsumer;
import org.slf4j.event.KeyValuePair;

/// The ids of a log line, as text: ` [requestId=... correlationId=...]`, or nothing.
///
/// They are those of the thread's activity. A line that a thread writes on behalf of another one, such as what
/// a provider's process prints, brings them along as key-value pairs.
public final class LogIds extends ClassicConverter {

    @Override
    public String convert(ILoggingEvent event) {
        StringBuilder text = new StringBuilder();
        forEach(
                event,
                (name, value) -> text.append(text.isEmpty() ? " [" : " ")
                        .append(name)
                        .append('=')
                        .append(value));
        return text.isEmpty() ? "" : text.append(']').toString();
    }

    /// Called while the event is appended, which is on the thread that logs.
    static void forEach(ILoggingEvent event, BiConsumer<String, String> reader) {
        List<KeyValuePair> brought = event.getKeyValuePairs();
        if (brought != null && !brought.isEmpty()) {
            brought.forEach(pair -> reader.accept(pair.key, String.valueOf(pair.value)));
        } else {
            Activity.current().ifPresent(activity -> activity.forEachId(reader));
        }
    }
}
