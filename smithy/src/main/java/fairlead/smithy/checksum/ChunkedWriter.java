package fairlead.smithy.checksum;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A payload in the form of [AwsChunked], written while it is read: one chunk is in memory at a time.
final class ChunkedWriter extends InputStream {

    private final InputStream payload;
    private final Algorithm algorithm;
    private final Optional<ChunkSignatures> signatures;
    private final Digest checksum;
    private final Digest hash = Digest.of("SHA-256");
    private final ByteArrayOutputStream next = new ByteArrayOutputStream(AwsChunked.CHUNK + 128);
    private byte[] piece = {};
    private int position;
    private boolean ended;

    ChunkedWriter(InputStream payload, Algorithm algorithm, Optional<ChunkSignatures> signatures) {
        this.payload = payload;
        this.algorithm = algorithm;
        this.signatures = signatures;
        checksum = algorithm.digest();
    }

    @Override
    public int read() throws IOException {
        return fill() ? piece[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int most) throws IOException {
        if (most == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(most, piece.length - position);
        System.arraycopy(piece, position, bytes, offset, count);
        position += count;
        return count;
    }

    @Override
    public void close() throws IOException {
        payload.close();
    }

    /// Whether there is more: the rest of a piece, or another.
    private boolean fill() throws IOException {
        if (position == piece.length && !ended) {
            byte[] data = payload.readNBytes(AwsChunked.CHUNK);
            checksum.update(data, 0, data.length);
            chunk(data);
            ended = data.length == 0;
            piece = next.toByteArray();
            next.reset();
            position = 0;
        }
        return position < piece.length;
    }

    private void chunk(byte[] data) {
        line(Integer.toHexString(data.length)
                + signatures
                        .map(chain -> AwsChunked.SIGNATURE + chain.chunk(hash(data)))
                        .orElse(""));
        if (data.length > 0) {
            next.writeBytes(data);
            line("");
            return;
        }
        String trailer = algorithm.header() + ":" + checksum.base64();
        line(trailer);
        signatures.ifPresent(chain -> line(AwsChunked.TRAILER_SIGNATURE + ":" + chain.trailers(trailer + "\n")));
        line("");
    }

    private byte[] hash(byte[] data) {
        hash.update(data, 0, data.length);
        return hash.value();
    }

    private void line(String text) {
        next.writeBytes((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }
}
