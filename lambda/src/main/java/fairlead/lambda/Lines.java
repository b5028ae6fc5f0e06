package fairlead.lambda;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Cuts a stream of bytes into lines, of each only the beginning if it is long.
final class Lines {

    private static final int LONGEST = 8 << 10;

    private Lines() {}

    /// Reads until the stream ends or breaks.
    static void read(InputStream in, Consumer<String> line) {
        ByteArrayOutputStream part = new ByteArrayOutputStream(256);
        byte[] buffer = new byte[16 << 10];
        try (in) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                for (int i = 0; i < read; i++) {
                    if (buffer[i] == '\n') {
                        line.accept(text(part));
                        part.reset();
                    } else if (part.size() < LONGEST) {
                        part.write(buffer[i]);
                    }
                }
            }
        } catch (IOException ended) {
            // The process is gone; what it had printed is read.
        }
        if (part.size() > 0) {
            line.accept(text(part));
        }
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).stripTrailing().replaceAll("[\\p{Cntrl}&&[^\\t]]", "?");
    }
}
