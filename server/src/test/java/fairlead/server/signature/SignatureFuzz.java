package fairlead.server.signature;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Input;
import fairlead.fuzz.Law;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import fairlead.smithy.checksum.ChunkedReader;
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
          {"accessKeyId": "AKID", "secretAccessKey": "secret", "user": "alice"},
          {"accessKeyId": "TEMP", "secretAccessKey": "passing", "sessionToken": "t", "user": "alice"}]}]}
        """);
    private static final Signatures ANY_KEY = Signatures.anyKey(CLOCK);
    private static final Signatures KNOWN_KEYS = Signatures.of(CREDENTIALS, CLOCK);

    private static final List<ChunkedReader.Form> CHUNKS =
            List.of(new ChunkedReader.Form(true, true), new ChunkedReader.Form(false, true));

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
        requireTaken(message);
        SignatureClaim.scope(message.header("Authorization"), message.query().first("X-Amz-Credential"));
    }

    private static SignedMessage message(byte[] input) {
        // The query may be empty: what ends the headers is an empty line behind it.
        String octets = new String(input, StandardCharsets.ISO_8859_1);
        int path = octets.indexOf('\n');
        int query = path < 0 ? -1 : octets.indexOf('\n', path + 1);
        int end = query < 0 ? -1 : octets.indexOf("\n\n", query + 1);
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
                        Input.stretched(line.substring(colon + 1)).strip(),
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
            if (key.isEmpty() || claim.headerNames().contains("authorization")) {
                return;
            }
            verifyAs(signed(message, claim, key.get(), message), service);
            SignedMessage later = message.withoutToken();
            if (claim.inQuery() && message.query().has(SignedMessage.TOKEN)) {
                verifyAs(signed(message, claim, key.get(), later), service);
            }
        } catch (ProblemException incomplete) {
            Law.holds(incomplete.problem() instanceof Problem.SignatureRefused, "a claim is refused as a signature");
        }
    }

    /// The message with the right signature, as a client makes it of what it has before it adds the session token.
    private static SignedMessage signed(SignedMessage message, SignatureClaim claim, Key key, SignedMessage before) {
        String payload = message.header("x-amz-content-sha256")
                .or(() -> message.query().first("X-Amz-Content-Sha256"))
                .orElse(
                        claim.scope().service().equals(Signatures.S3) && claim.inQuery()
                                ? "UNSIGNED-PAYLOAD"
                                : SigningKeys.sha256(message.body()));
        String right = SigningKeys.sign(
                new SigningKeys().derive(key, claim.scope()), claim, CanonicalRequest.of(before, claim, payload));
        if (!claim.inQuery()) {
            String authorization = message.header("Authorization").orElse("");
            String replaced = authorization.replace("Signature=" + claim.signature(), "Signature=" + right);
            return with(message, "authorization", replaced, message.body());
        }
        List<RawQuery.Parameter> parameters = new ArrayList<>();
        for (RawQuery.Parameter parameter : message.query().parameters()) {
            boolean signature = parameter.name().equals(RawQuery.SIGNATURE);
            parameters.add(signature ? new RawQuery.Parameter(RawQuery.SIGNATURE, right) : parameter);
        }
        return new SignedMessage(
                message.method(),
                message.path(),
                new RawQuery(parameters),
                message.headerNames(),
                message.headers(),
                message.body());
    }

    private static SignedMessage with(SignedMessage message, String header, String value, byte[] body) {
        return new SignedMessage(
                message.method(),
                message.path(),
                message.query(),
                message.headerNames(),
                name -> name.equalsIgnoreCase(header) ? Optional.of(value) : message.header(name),
                body);
    }

    private static void verifyAs(SignedMessage signed, String service) {
        try {
            Signed verified = KNOWN_KEYS.verify(signed, service, CALLER);
            Law.same(verified.service(), service, "who signs for a service is let in there");
            Law.same(verified.caller().principal().name(), "alice", "the user of the key");
        } catch (ProblemException refused) {
            boolean computed = refused.problem() instanceof Problem.SignatureRefused(var flaw, var told)
                    && flaw == SignatureFlaw.MISMATCH
                    && told.contains("Canonical String");
            boolean written = SignatureClaim.of(signed).signature().matches("[0-9a-f]{64}");
            Law.holds(!computed || !written, "the right signature is right: " + refused.getMessage());
        }
    }

    /// What a client signs is taken, and its body is the one that it had.
    private static void requireTaken(SignedMessage message) {
        for (ChunkedReader.Form form : CHUNKS) {
            Optional<SignedMessage> upload =
                    SigningClient.upload(message, CREDENTIALS.find("AKID").orElseThrow(), form);
            upload.ifPresent(sent -> {
                Signed taken = KNOWN_KEYS.verify(sent, Signatures.S3, CALLER);
                Law.holds(Arrays.equals(taken.body(), message.body()), "a body in chunks is the one that was sent");
            });
        }
    }
}
