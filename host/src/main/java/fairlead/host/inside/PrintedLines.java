package fairlead.host.inside;

import fairlead.host.wire.Frame;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// What the handler prints, sent to the server line by line, each with the call in which it is printed: that of the
/// thread, or of the thread that started it.
final class PrintedLines extends OutputStream {

    private static final int LONGEST = 8 << 10;

    private static final InheritableThreadLocal<Long> CALL = new InheritableThreadLocal<>();

    private final ThreadLocal<ByteArrayOutputStream> begun = ThreadLocal.withInitial(ByteArrayOutputStream::new);
    private final Server server;

    PrintedLines(Server server) {
        this.server = server;
    }

    /// What is printed from now on in this thread belongs to the call.
    static void begin(long call) {
        CALL.set(call);
    }

    PrintStream stream() {
        return new PrintStream(this, true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(int next) {
        ByteArrayOutputStream line = begun.get();
        if (next == '\n') {
            end();
        } else if (line.size() < LONGEST) {
            line.write(next);
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            write(bytes[i]);
        }
    }

    /// Sends the line that has begun in this thread, if any.
    void end() {
        ByteArrayOutputStream line = begun.get();
        if (line.size() > 0) {
            Long call = CALL.get();
            byte[] text = line.toByteArray();
            line.reset();
            server.send(Frame.Kind.LINE, call == null ? 0 : call, text);
        }
    }
}
