package fairlead.smithy.checksum;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A payload on its way to a transport that has trailers of its own (chunked transfer coding of HTTP/1.1, HTTP/2). Once
/// it is read to its end it knows the trailer. Not for several threads.
public final class TrailerStream extends FilterInputStream {

    private final Algorithm algorithm;
    private final Digest digest;
    private @Nullable String value;

    public TrailerStream(InputStream payload, Algorithm algorithm) {
        super(payload);
        this.algorithm = algorithm;
        digest = algorithm.digest();
    }

    /// What announces it: "Trailer" of RFC 9110.
    public Map.Entry<String, String> header() {
        return Map.entry("Trailer", algorithm.header());
    }

    /// The name and the value of the trailer.
    public Map.Entry<String, String> trailer() {
        if (value == null) {
            throw new IllegalStateException("the payload is not at its end");
        }
        return Map.entry(algorithm.header(), value);
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
        if (read > 0) {
            digest.update(bytes, offset, read);
        } else if (read < 0 && value == null) {
            value = digest.base64();
        }
        return read;
    }

    @Override
    public long skip(long count) {
        throw new UnsupportedOperationException("what is not sent has no checksum");
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
