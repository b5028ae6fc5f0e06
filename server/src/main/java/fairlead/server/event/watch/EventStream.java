package fairlead.server.event.watch;

import fairlead.server.event.Event;
import fairlead.server.event.EventFeed;
import fairlead.server.event.EventFeed.Follower;
import fairlead.server.event.EventFeed.Page;
import fairlead.server.event.EventJson;
import fairlead.server.http.ErrorDocument;
import fairlead.server.problem.Language;
import fairlead.server.problem.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;

/// Server-sent events, made while they are sent: a read waits until there is an event.
///
/// Now and then the stream sends a sign of life, by which it also notices that the caller has gone. The sign
/// carries the position, so that a caller whose filter matches few events can go on from there. Used by one
/// thread.
final class EventStream extends InputStream {

    private static final int EVENTS_AT_ONCE = 200;

    private final EventFeed feed;
    private final Follower follower;
    private final Predicate<Event> filter;
    private final Duration beat;
    private final Runnable leave;
    private final AtomicBoolean closed = new AtomicBoolean();
    private byte[] buffer;
    private int sent;
    private long position;
    private long spokenAt = System.nanoTime();
    private boolean over;

    /// @param filter which events it tells
    /// @param position behind which it begins
    /// @param beat how long it is silent at most
    /// @param leave to be called once, when it is closed
    EventStream(
            EventFeed feed, Follower follower, Predicate<Event> filter, long position, Duration beat, Runnable leave) {
        this.feed = feed;
        this.follower = follower;
        this.filter = filter;
        this.position = position;
        this.beat = beat;
        this.leave = leave;
        buffer = ascii("retry: 1000\n" + place());
    }

    private String place() {
        return "id: " + feed.token(position) + "\n\n";
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        while (sent == buffer.length && !over) {
            fill();
        }
        int count = Math.min(length, buffer.length - sent);
        if (count == 0) {
            return over ? -1 : 0;
        }
        System.arraycopy(buffer, sent, into, offset, count);
        sent += count;
        spokenAt = System.nanoTime();
        return count;
    }

    private void fill() {
        try {
            Duration silent = Duration.ofNanos(System.nanoTime() - spokenAt);
            boolean news = follower.await(position, beat.minus(silent));
            buffer = news ? frames() : new byte[0];
            over = feed.closed();
            if (buffer.length == 0 && !over && silent(beat)) {
                buffer = ascii(": \n" + place());
            }
        } catch (ProblemException gone) {
            byte[] error = JsonMapper.shared().writeValueAsBytes(ErrorDocument.error(gone.problem(), Language.ENGLISH));
            buffer = frame("event: gone\n", error);
            over = true;
        }
        sent = 0;
    }

    private boolean silent(Duration time) {
        return System.nanoTime() - spokenAt >= time.toNanos();
    }

    private byte[] frames() {
        Page page = follower.after(position, EVENTS_AT_ONCE);
        ByteArrayOutputStream frames = new ByteArrayOutputStream(512);
        for (Event event : page.events()) {
            if (filter.test(event)) {
                frames.writeBytes(ascii("id: " + feed.token(event.position()) + "\ndata: "));
                EventJson.write(frames, feed, event);
                frames.writeBytes(ascii("\n\n"));
            }
        }
        position = page.end();
        return frames.toByteArray();
    }

    private static byte[] frame(String head, byte[] data) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream(64 + data.length);
        frame.writeBytes(ascii(head + "data: "));
        frame.writeBytes(data);
        frame.writeBytes(ascii("\n\n"));
        return frame.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            leave.run();
        }
    }
}
