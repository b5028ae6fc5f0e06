package fairlead.server.region;

import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.problem.Language;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.region.MergedWatches.MergedEvents;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.node.ObjectNode;

/// Server-sent events of all cells, made while they are sent. Used by one thread.
final class MergedStream extends InputStream {

    private static final Duration BEAT = Duration.ofSeconds(10);
    private static final int EVENTS_AT_ONCE = 200;

    private final MergedWatches watches;
    private final Request request;
    private final Runnable leave;
    private final AtomicBoolean closed = new AtomicBoolean();
    private MergedEvents round;
    private byte[] buffer;
    private int sent;
    private long spokenAt = System.nanoTime();
    private boolean over;

    /// @param leave to be called once, when it is closed
    MergedStream(MergedWatches watches, Request request, MergedEvents first, Runnable leave) {
        this.watches = watches;
        this.request = request;
        this.leave = leave;
        round = first;
        buffer = bytes("retry: 1000\n" + frames(first) + place(first));
    }

    private static String place(MergedEvents round) {
        return "id: " + round.marks() + "\n\n";
    }

    private static String frames(MergedEvents round) {
        StringBuilder frames = new StringBuilder();
        for (ObjectNode event : round.events()) {
            frames.append("id: ")
                    .append(event.path("id").asString(""))
                    .append("\ndata: ")
                    .append(event)
                    .append("\n\n");
        }
        return frames.toString();
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        while (sent == buffer.length && !over) {
            buffer = next();
            sent = 0;
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

    private byte[] next() {
        if (!watches.pause()) {
            over = true;
            return new byte[0];
        }
        try {
            round = watches.round(request, round.marks(), EVENTS_AT_ONCE);
        } catch (ProblemException failure) {
            if (!(failure.problem() instanceof Problem.CellTrouble)) {
                over = true;
                return bytes("event: gone\ndata: " + ErrorDocument.error(failure.problem(), Language.ENGLISH) + "\n\n");
            }
            round = new MergedEvents(List.of(), round.marks(), round.unreachable());
        }
        boolean silent = System.nanoTime() - spokenAt >= BEAT.toNanos();
        return bytes(round.events().isEmpty() && silent ? ": \n" + place(round) : frames(round));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            leave.run();
        }
    }
}
