package fairlead.fuzz;

import fairlead.smithy.checksum.Algorithm;
import fairlead.smithy.checksum.AwsChunked;
import fairlead.smithy.checksum.ChunkSignatures;
import fairlead.smithy.checksum.ChunkedReader;
import fairlead.smithy.checksum.ChunkedReader.Form;
import fairlead.smithy.checksum.ChunksException;
import fairlead.smithy.checksum.Fields;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Bodies in chunks: a byte that says which kind, the decoded length as two bytes, and the body.
final class ChunksFuzz implements FuzzTarget {

    private static final byte[] KEY = new byte[32];

    @Override
    public void run(byte[] input) throws IOException {
        if (input.length < 3) {
            return;
        }
        int kind = input[0];
        Form form = new Form((kind & 1) != 0, (kind & 2) != 0);
        boolean checked = (kind & 4) != 0;
        Map<String, String> headers = new HashMap<>();
        headers.put(AwsChunked.DECODED_LENGTH, Integer.toString(((input[1] & 0xff) << 8) | (input[2] & 0xff)));
        if ((kind & 8) != 0) {
            headers.put(AwsChunked.TRAILER, "x-amz-checksum-crc32");
        }
        byte[] body = Arrays.copyOfRange(input, 3, input.length);
        Optional<byte[]> atOnce = read(body, form, Fields.of(headers), checked, 4096);
        Optional<byte[]> byByte = read(body, form, Fields.of(headers), checked, 1);
        Law.same(atOnce.map(Arrays::toString), byByte.map(Arrays::toString), "at once and byte by byte");
        atOnce.ifPresent(payload -> Law.holds(payload.length <= body.length, "a payload is no longer than its body"));
        written(body, checked);
    }

    private static Optional<byte[]> read(byte[] body, Form form, Fields headers, boolean checked, int most)
            throws IOException {
        try (ChunkedReader reader =
                new ChunkedReader(new ByteArrayInputStream(body), form, headers, signatures(checked))) {
            ByteArrayOutputStream payload = new ByteArrayOutputStream();
            byte[] part = new byte[most];
            for (int read = reader.read(part); read >= 0; read = reader.read(part)) {
                payload.write(part, 0, read);
            }
            Law.same(reader.read(), -1, "an end stays one");
            headers.value(AwsChunked.TRAILER)
                    .ifPresent(name -> Law.holds(reader.trailers().has(name), "a trailer that is announced is there"));
            return Optional.of(payload.toByteArray());
        } catch (ChunksException refused) {
            Law.holds(refused.flaw() == ChunksException.Flaw.FORM || checked, "no signature is asked for");
            return Optional.empty();
        }
    }

    private static Optional<ChunkSignatures> signatures(boolean checked) {
        return checked
                ? Optional.of(new ChunkSignatures(KEY, "20260101T000000Z", "20260101/local/s3/aws4_request", "seed"))
                : Optional.empty();
    }

    /// What a client writes is read.
    private static void written(byte[] payload, boolean signed) throws IOException {
        AwsChunked client = new AwsChunked(Algorithm.CRC32, signatures(signed));
        Fields headers = Fields.of(client.headers(payload.length, Optional.empty()));
        byte[] body = client.encode(new ByteArrayInputStream(payload)).readAllBytes();
        Law.same((long) body.length, client.length(payload.length), "the length that a client says");
        Optional<byte[]> read = read(body, new Form(signed, true), headers, signed, 4096);
        Law.holds(read.isPresent() && Arrays.equals(read.get(), payload), "what a client writes is read");
    }
}
