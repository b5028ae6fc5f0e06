package fairlead.server.signature;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Input;
import fairlead.fuzz.Law;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Signed requests: lines with the method, the path, the query and the headers, an empty line, and the body.
public final class SignatureFuzz implements FuzzTarget {

    private static final String SERVICE = "cloudcontrolapi";
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final Caller CALLER =
            new Caller(Principal.DEVELOPER, "request", "correlation", Optional.empty(), "127.0.0.1");
    private static final Credentials CREDENTIALS = Credentials.parse("""
        {"accounts": [{"account": "111122223333", "name": "a", "keys": [
          {"accessKeyId": "AKID", "secretAccessKey": "secret", "user": "alice"}]}]}
        """);
    private static final Signatures ANY_KEY = Signatures.anyKey(CLOCK);
    private static final Signatures KNOWN_KEYS = Signatures.of(CREDENTIALS, CLOCK);

    @Override
    public void run(byte[] input) {
        SignedMessage message = message(input);
        requireQuery(message.query());
        String path = UriText.canonicalPath(message.path(), true);
        Law.same(UriText.canonicalPath(path, true), path, "a path that is canonical");
        for (String service : List.of(SERVICE, Signatures.S3)) {
            verified(ANY_KEY, message, service);
            verified(KNOWN_KEYS, message, service).ifPresent(_ -> Law.holds(false, "nobody knows the secret key"));
            requireRightSignature(message, service);
        }
        SignatureClaim.scope(message.header("Authorization"), message.query().first("X-Amz-Credential"));
    }

    private static SignedMessage message(byte[] input) {
        int end = new String(input, StandardCharsets.ISO_8859_1).indexOf("\n\n");
        byte[] head = Arrays.copyOf(input, end < 0 ? input.length : end);
        byte[] body = end < 0 ? new byte[0] : Arrays.copyOfRange(input, end + 2, input.length);
        List<String> lines = new ArrayList<>(Arrays.asList(Input.text(head).split("\n", -1)));
        while (lines.size() < 3) {
            lines.add("");
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line : lines.subList(3, lines.size())) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.merge(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        Input.stretched(line.substring(colon + 1)),
                        (one, other) -> one + "," + other);
            }
        }
        return new SignedMessage(
                lines.get(0),
                lines.get(1),
                RawQuery.parse(Input.stretched(lines.get(2))),
                List.copyOf(headers.keySet()),
                name -> Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))),
                body);
    }

    private static void requireQuery(RawQuery query) {
        String canonical = query.canonical();
        Law.same(RawQuery.parse(canonical).canonical(), canonical, "a query that is canonical");
        Law.holds(!query.without("a").has("a"), "a parameter that is left out is not there");
    }

    private static Optional<Signed> verified(Signatures signatures, SignedMessage message, String service) {
        try {
            return Optional.of(signatures.verify(message, service, CALLER));
        } catch (ProblemException refused) {
            Law.holds(
                    refused.problem() instanceof Problem.SignatureRefused
                            || refused.problem() instanceof Problem.BadRequest,
                    "a signature is refused as one: " + refused.problem());
            return Optional.empty();
        }
    }

    /// With the signature that it should have, a request is refused for anything but its signature.
    private static void requireRightSignature(SignedMessage message, String service) {
        try {
            SignatureClaim claim = SignatureClaim.of(message);
            Optional<Key> key = CREDENTIALS.find(claim.keyId());
            if (key.isEmpty() || !claim.scope().service().equals(service)) {
                return;
            }
            String payload = message.header("x-amz-content-sha256")
                    .or(() -> message.query().first("X-Amz-Content-Sha256"))
                    .orElse(
                            service.equals(Signatures.S3) && claim.inQuery()
                                    ? "UNSIGNED-PAYLOAD"
                                    : SigningKeys.sha256(message.body()));
            String right = SigningKeys.sign(
                    new SigningKeys().derive(key.get(), claim.scope()),
                    claim,
                    CanonicalRequest.of(message, claim, payload));
            if (!claim.inQuery()) {
                String authorization = message.header("Authorization").orElse("");
                verifyAs(
                        message,
                        authorization.replace("Signature=" + claim.signature(), "Signature=" + right),
                        service);
            }
        } catch (ProblemException incomplete) {
            Law.holds(incomplete.problem() instanceof Problem.SignatureRefused, "a claim is refused as a signature");
        }
    }

    private static void verifyAs(SignedMessage message, String authorization, String service) {
        SignedMessage signed = new SignedMessage(
                message.method(),
                message.path(),
                message.query(),
                message.headerNames(),
                name -> name.equalsIgnoreCase("Authorization") ? Optional.of(authorization) : message.header(name),
                message.body());
        try {
            KNOWN_KEYS.verify(signed, service, CALLER);
        } catch (ProblemException refused) {
            boolean computed = refused.problem() instanceof Problem.SignatureRefused(var flaw, var told)
                    && flaw == SignatureFlaw.MISMATCH
                    && told.contains("Canonical String")
                    && authorization.contains("Signature=");
            Law.holds(
                    !computed
                            || !SignatureClaim.of(signed).signature().matches("[0-9a-f]{64}")
                            || message.headerNames().contains("x-amz-date") == false,
                    "the right signature is right: " + refused.getMessage());
        }
    }
}
