package fairlead.smithy.checksum;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The payload of a body in the form of [AwsChunked], as a service reads it: in constant memory, whatever the sizes of
/// the chunks are. Where it ends, its length, its trailers and their signature have been found right; a
/// [ChunksException] says if anything is wrong, so nothing may be acted upon before. Not for several threads.
public final class ChunkedReader extends InputStream {

    private static final int LONGEST_LINE = 8 << 10;
    private static final int MOST_TRAILERS = 64;

    private final InputStream body;
    private final Form form;
    private final List<String> announced;
    private final String length;
    private final Optional<ChunkSignatures> signatures;
    private final Digest hash = Digest.of("SHA-256");
    private final Map<String, String> trailers = new LinkedHashMap<>();
    private String signature = "";
    private long rest;
    private long count;
    private boolean begun;
    private boolean ended;

    /// What the request says about its chunks.
    ///
    /// @param signed whether each has a signature
    /// @param trailers whether trailers follow
    public record Form(boolean signed, boolean trailers) {

        /// The form of that `x-amz-content-sha256`; empty if it stands for no chunks.
        public static Optional<Form> of(String payload) {
            return switch (payload) {
                case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" -> Optional.of(new Form(true, false));
                case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER" -> Optional.of(new Form(true, true));
                case "STREAMING-UNSIGNED-PAYLOAD-TRAILER" -> Optional.of(new Form(false, true));
                default -> Optional.empty();
            };
        }
    }

    /// @param headers of the request, which announce its length and its trailers
    /// @param signatures what signatures are held against; empty if they only have to be there
    public ChunkedReader(InputStream body, Form form, Fields headers, Optional<ChunkSignatures> signatures) {
        this.body = new BufferedInputStream(body);
        this.form = form;
        this.signatures = signatures;
        announced = headers.words(AwsChunked.TRAILER);
        length = headers.value(AwsChunked.DECODED_LENGTH).orElse("");
    }

    /// The trailers; there are none before the end.
    public Fields trailers() {
        return ended ? Fields.of(trailers) : Fields.NONE;
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
        if (rest == 0 && !ended) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        int read = body.read(bytes, offset, (int) Math.min(rest, most));
        if (read < 0) {
            throw ChunksException.form("a chunk of " + rest + " more bytes is not there in full");
        }
        if (form.signed()) {
            hash.update(bytes, offset, read);
        }
        rest -= read;
        count += read;
        return read;
    }

    @Override
    public void close() throws IOException {
        body.close();
    }

    private void nextChunk() throws IOException {
        if (begun) {
            endChunk();
        }
        begun = true;
        String head = line();
        int end = head.indexOf(';');
        rest = size(end < 0 ? head : head.substring(0, end));
        signature = form.signed() ? signature(head) : "";
        if (rest == 0) {
            requireSigned();
            readTrailers();
            requireNothingBehind();
            requireLength();
            ended = true;
        }
    }

    private void endChunk() throws IOException {
        if (!line().isEmpty()) {
            throw ChunksException.form("a chunk is longer than it says");
        }
        requireSigned();
    }

    private void requireSigned() throws ChunksException {
        if (form.signed() && signatures.isPresent()) {
            require(signatures.get().chunk(hash.value()), signature);
        }
    }

    private static void require(String expected, String found) throws ChunksException {
        if (!ChunkSignatures.same(expected, found)) {
            throw new ChunksException(ChunksException.Flaw.SIGNATURE, "A chunk is signed with another signature.");
        }
    }

    private static String signature(String head) throws ChunksException {
        int at = head.indexOf(AwsChunked.SIGNATURE);
        if (at < 0) {
            throw ChunksException.form("a chunk has no signature");
        }
        return head.substring(at + AwsChunked.SIGNATURE.length());
    }

    private void readTrailers() throws IOException {
        StringBuilder lines = new StringBuilder();
        String found = "";
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 0 || !form.trailers() || trailers.size() == MOST_TRAILERS) {
                throw ChunksException.form("'" + line + "' is not one of the trailers");
            }
            String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
            String value = line.substring(colon + 1).strip();
            if (name.equals(AwsChunked.TRAILER_SIGNATURE)) {
                found = value;
            } else {
                trailers.put(name, value);
                lines.append(name).append(':').append(value).append('\n');
            }
        }
        if (form.trailers() && form.signed() && signatures.isPresent()) {
            require(signatures.get().trailers(lines.toString()), found);
        }
        for (String name : announced) {
            if (!trailers.containsKey(name)) {
                throw ChunksException.form("the trailer '" + name + "' is missing");
            }
        }
    }

    /// Nothing vouches for what is behind the end, neither a signature nor a checksum.
    private void requireNothingBehind() throws IOException {
        if (body.read() >= 0) {
            throw ChunksException.form("there is something behind the end");
        }
    }

    private void requireLength() throws ChunksException {
        if (!length.equals(Long.toString(count))) {
            throw ChunksException.form(AwsChunked.DECODED_LENGTH + " says '" + length + "', found " + count + " bytes");
        }
    }

    /// The next line, without the CR and LF that it ends with; the last one may lack them.
    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        int next = body.read();
        for (; next >= 0 && next != '\n'; next = body.read()) {
            if (line.length() == LONGEST_LINE) {
                throw ChunksException.form("a line is longer than " + LONGEST_LINE + " bytes");
            }
            line.append((char) next);
        }
        int end = line.length() - 1;
        boolean whole = end >= 0 && line.charAt(end) == '\r';
        if (next == '\n' && !whole) {
            throw ChunksException.form("a line ends without CR");
        }
        return whole ? line.substring(0, end) : line.toString();
    }

    private static long size(String hex) throws ChunksException {
        if (!hex.matches("[0-9a-fA-F]{1,15}")) {
            throw ChunksException.form("a chunk has the size '" + hex + "'");
        }
        return Long.parseLong(hex, 16);
    }
}
