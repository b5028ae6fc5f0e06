package fairlead.server.signature;

import fairlead.smithy.checksum.Algorithm;
import fairlead.smithy.checksum.AwsChunked;
import fairlead.smithy.checksum.ChunkSignatures;
import fairlead.smithy.checksum.ChunkedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Signs uploads to S3 whose bodies are sent in chunks, as clients do.
final class SigningClient {

    private static final String TIME = "20260101T000000Z";
    private static final SignatureClaim.Scope SCOPE =
            new SignatureClaim.Scope("20260101", "local", CanonicalRequest.S3);

    private SigningClient() {}

    /// The method, the path, the query and the body of a message, sent in chunks; empty if the query itself speaks of a
    /// signature.
    static Optional<SignedMessage> upload(SignedMessage message, Key key, ChunkedReader.Form form) {
        List<String> own = List.of(RawQuery.SIGNATURE, "X-Amz-Credential", "X-Amz-Content-Sha256", SignedMessage.TOKEN);
        if (own.stream().anyMatch(message.query()::has)) {
            return Optional.empty();
        }
        byte[] signingKey = new SigningKeys().derive(key, SCOPE);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(chunks(form, signingKey, "").headers(message.body().length, Optional.empty()));
        headers.put("Host", "a");
        headers.put("X-Amz-Date", TIME);
        SignatureClaim claim = new SignatureClaim(
                key.id(),
                SCOPE,
                String.join(";", headers.keySet()).toLowerCase(Locale.ROOT),
                "",
                TIME,
                Instant.EPOCH,
                Optional.empty());
        SignedMessage head = message(message, headers, message.body());
        String payload = headers.getOrDefault("x-amz-content-sha256", "");
        String seed = SigningKeys.sign(signingKey, claim, CanonicalRequest.of(head, claim, payload));
        headers.put(
                "Authorization",
                SignatureClaim.ALGORITHM + " Credential=" + key.id() + "/" + SCOPE + ",SignedHeaders="
                        + claim.signedHeaders() + ",Signature=" + seed);
        return Optional.of(message(message, headers, encoded(chunks(form, signingKey, seed), message.body())));
    }

    private static AwsChunked chunks(ChunkedReader.Form form, byte[] signingKey, String seed) {
        return new AwsChunked(
                Algorithm.CRC32,
                form.signed()
                        ? Optional.of(new ChunkSignatures(signingKey, TIME, SCOPE.toString(), seed))
                        : Optional.empty());
    }

    private static byte[] encoded(AwsChunked chunks, byte[] body) {
        try {
            return chunks.encode(new ByteArrayInputStream(body)).readAllBytes();
        } catch (IOException impossible) {
            throw new UncheckedIOException("a body in memory can be read", impossible);
        }
    }

    private static SignedMessage message(SignedMessage message, Map<String, String> headers, byte[] body) {
        return new SignedMessage(
                message.method(),
                message.path(),
                message.query(),
                List.copyOf(headers.keySet()),
                name -> Optional.ofNullable(headers.get(name)),
                body);
    }
}
