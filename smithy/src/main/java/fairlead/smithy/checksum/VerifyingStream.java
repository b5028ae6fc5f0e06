package fairlead.smithy.checksum;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A payload that is held against its checksum while it is read. Where its end is read, a [ChecksumException] says if
/// it was not the one that was meant; so nothing of it may be acted upon before. Not for several threads.
public final class VerifyingStream extends FilterInputStream {

    private final long length;
    private final Optional<Expected> expected;
    private final Supplier<Fields> trailers;
    private final @Nullable Digest digest;
    private long position;
    private boolean ended;

    /// One that verifies nothing.
    VerifyingStream(InputStream payload) {
        super(payload);
        length = -1;
        expected = Optional.empty();
        trailers = () -> Fields.NONE;
        digest = null;
    }

    /// @param length after which the payload is at its end; -1 if only the stream knows
    /// @param trailers asked where the payload is at its end
    VerifyingStream(InputStream payload, long length, Expected expected, Supplier<Fields> trailers) {
        super(payload);
        this.length = length;
        this.expected = Optional.of(expected);
        this.trailers = trailers;
        digest = expected.digests().get();
    }

    /// The algorithm by which the payload was validated: empty before its end, and if it was not.
    public Optional<Algorithm> validated() {
        return ended ? expected.flatMap(Expected::algorithm) : Optional.empty();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int most) throws IOException {
        if (most == 0) {
            return 0;
        }
        int read = in.read(bytes, offset, most);
        if (digest != null && read > 0) {
            digest.update(bytes, offset, read);
            position += read;
        }
        if (read < 0 || position == length) {
            end();
        }
        return read;
    }

    private void end() throws IOException {
        if (ended || digest == null) {
            return;
        }
        Expected one = expected.orElseThrow();
        one.require(digest, one.said(trailers.get()));
        ended = true;
    }

    /// By reading: what is not read is not verified.
    @Override
    public long skip(long count) throws IOException {
        byte[] buffer = new byte[Math.clamp(count, 0, 16 << 10)];
        long skipped = 0;
        while (skipped < count) {
            int read = read(buffer, 0, (int) Math.min(buffer.length, count - skipped));
            if (read < 0) {
                return skipped;
            }
            skipped += read;
        }
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
