package fairlead.server.signature;

import fairlead.server.http.Checksums;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import fairlead.smithy.checksum.ChunkSignatures;
import fairlead.smithy.checksum.ChunkedReader;
import fairlead.smithy.checksum.ChunksException;
import fairlead.smithy.checksum.Fields;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/// A body in chunks (`Content-Encoding: aws-chunked`), each with a signature that builds on the one before, and perhaps
/// followed by trailers.
final class ChunkedBody {

    private ChunkedBody() {}

    /// The chunks joined; a problem if a signature or a checksum is wrong, or a chunk is missing.
    ///
    /// @param signingKey what chunks are checked with; empty if they are not to be
    static byte[] read(
            SignedMessage message, SignatureClaim claim, ChunkedReader.Form form, Optional<byte[]> signingKey) {
        Fields headers = message.fields();
        Optional<ChunkSignatures> signatures = signingKey.map(
                key -> new ChunkSignatures(key, claim.time(), claim.scope().toString(), claim.signature()));
        ByteArrayInputStream framed = new ByteArrayInputStream(message.body());
        try (ChunkedReader reader = new ChunkedReader(framed, form, headers, signatures)) {
            byte[] body = reader.readAllBytes();
            Checksums.require(headers.and(reader.trailers()), body);
            return body;
        } catch (ChunksException wrong) {
            throw refused(wrong);
        } catch (IOException impossible) {
            throw new UncheckedIOException("a body in memory can be read", impossible);
        }
    }

    private static ProblemException refused(ChunksException wrong) {
        return switch (wrong.flaw()) {
            case FORM -> SignatureClaim.refused(SignatureFlaw.CHUNKS, String.valueOf(wrong.getMessage()));
            case SIGNATURE -> SignatureClaim.refused(SignatureFlaw.MISMATCH, "");
        };
    }
}
