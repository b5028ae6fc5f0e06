package fairlead.server.event;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Events as JSON. The document of an event is made once for all followers; only its `id` is put before it.
public final class EventJson {

    private static final byte[] BEGIN = ascii("{\"events\":[");

    private EventJson() {}

    /// `{"events": [...], "next": "..."}`
    ///
    /// @param next where to go on from
    public static byte[] page(EventFeed feed, List<Event> events, long next) {
        ByteArrayOutputStream page = new ByteArrayOutputStream(64 + 512 * events.size());
        page.writeBytes(BEGIN);
        for (int i = 0; i < events.size(); i++) {
            if (i > 0) {
                page.write(',');
            }
            write(page, feed, events.get(i));
        }
        page.writeBytes(ascii("],\"next\":\"" + feed.token(next) + "\"}"));
        return page.toByteArray();
    }

    /// One event, as an object.
    public static void write(ByteArrayOutputStream out, EventFeed feed, Event event) {
        out.writeBytes(ascii("{\"id\":\"" + feed.token(event.position()) + "\","));
        out.writeBytes(event.members());
        out.write('}');
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
