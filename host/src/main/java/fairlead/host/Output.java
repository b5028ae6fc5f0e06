package fairlead.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The output of a process, cut into lines; of a long line only the beginning is kept.
///
/// A process prints and answers on two ways, and the answer may come first. But each line must count for the call
/// in which it was printed, whose secrets are hidden in it. So the process prints into a named pipe that the host
/// has open for writing, too. The host writes a mark behind everything that was printed; when it reads the mark,
/// it has read every line of the call.
final class Output {

    private static final Logger LOG = LoggerFactory.getLogger(Output.class);
    private static final int LONGEST = 8 << 10;
    private static final int BUFFER = 16 << 10;

    private final Path file;
    private final RandomAccessFile pipe;

    /// Begins with a byte that is not in it a second time.
    private final byte[] mark = ("\0" + Secret.text(32)).getBytes(StandardCharsets.US_ASCII);

    private final Queue<CountDownLatch> marks = new ConcurrentLinkedQueue<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    private final Consumer<String> listener;
    private int matched;
    private volatile boolean over;

    private Output(Path file, RandomAccessFile pipe, Consumer<String> listener) {
        this.file = file;
        this.pipe = pipe;
        this.listener = listener;
    }

    /// Makes the pipe.
    ///
    /// @param listener hears the lines, on a thread of the output's own
    static Output open(Path file, Consumer<String> listener) throws IOException {
        Process making = new ProcessBuilder("mkfifo", "-m", "600", file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(making.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (making.waitFor() != 0) {
                throw new IOException("can't make a pipe: " + said.strip());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a pipe was made", interrupted);
        }
        Output output = new Output(file, new RandomAccessFile(file.toFile(), "rw"), listener);
        Thread.ofPlatform().name("handler-output").daemon(true).start(output::read);
        return output;
    }

    /// Where the process has to print.
    ProcessBuilder.Redirect redirect() {
        return ProcessBuilder.Redirect.appendTo(file.toFile());
    }

    /// Waits until all that has been printed so far is heard, a line that has not ended among it.
    void catchUp(Duration limit) throws InterruptedException {
        CountDownLatch heard = new CountDownLatch(1);
        if (!put(heard) || !heard.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.debug("the output of {} is not heard to its end", file);
        }
    }

    /// To be called when no process prints any more: reads the rest, and closes the pipe.
    void end(Duration limit) throws InterruptedException {
        if (!over) {
            over = true;
            catchUp(limit);
        }
    }

    private synchronized boolean put(CountDownLatch heard) {
        marks.add(heard);
        try {
            pipe.write(mark);
            return true;
        } catch (IOException closed) {
            LOG.debug("a pipe is closed", closed);
            return false;
        }
    }

    private void read() {
        byte[] buffer = new byte[BUFFER];
        try (pipe) {
            for (int read = pipe.read(buffer); read >= 0; read = pipe.read(buffer)) {
                for (int i = 0; i < read; i++) {
                    take(buffer[i]);
                }
                if (over && marks.isEmpty()) {
                    return;
                }
            }
        } catch (IOException failure) {
            LOG.warn("can't read what a handler prints", failure);
        }
    }

    private void take(byte next) {
        if (next == mark[matched]) {
            matched++;
            if (matched == mark.length) {
                matched = 0;
                tell();
                marks.remove().countDown();
            }
            return;
        }
        for (int i = 0; i < matched; i++) {
            add(mark[i]);
        }
        matched = next == mark[0] ? 1 : 0;
        if (matched == 0) {
            add(next);
        }
    }

    private void add(byte next) {
        if (next == '\n') {
            listener.accept(text());
            line.reset();
        } else if (line.size() < LONGEST) {
            line.write(next);
        }
    }

    /// The line that has begun, if any.
    private void tell() {
        if (line.size() > 0) {
            listener.accept(text());
            line.reset();
        }
    }

    private String text() {
        return line.toString(StandardCharsets.UTF_8).stripTrailing().replaceAll("[\\p{Cntrl}&&[^\\t]]", "?");
    }
}
