package fairlead.server.signature;

import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.Subject;
import fairlead.server.access.identity.accesskey.AccessKeys;
import fairlead.server.access.identity.accesskey.Holder;
import fairlead.server.http.Request;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import fairlead.smithy.checksum.ChunkedReader;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Verifies signatures of AWS Signature Version 4: "Authenticating Requests (AWS Signature Version 4)".
///
/// One instance serves all surfaces and all threads.
public final class Signatures {

    /// The service whose paths are encoded once, and whose bodies may come unsigned or in chunks.
    public static final String S3 = CanonicalRequest.S3;

    private static final Duration SKEW = Duration.ofMinutes(5);
    private static final String UNSIGNED = "UNSIGNED-PAYLOAD";
    private static final Pattern REGION = Pattern.compile("[a-z][a-z0-9-]{0,63}");

    private static final Holder DEVELOPER =
            new Holder(Principal.DEVELOPER, Subject.of(Principal.DEVELOPER.id()), Holder.Kind.FILE);

    private final Optional<KnownKeys> known;
    private final Clock clock;
    private final Optional<SeenSignatures> seen;
    private final SigningKeys keys = new SigningKeys();

    private Signatures(Optional<KnownKeys> known, Optional<SeenSignatures> seen, Clock clock) {
        this.known = known;
        this.seen = seen;
        this.clock = clock;
    }

    /// Takes the keys of a credential file, and no others.
    public static Signatures of(Credentials credentials, Clock clock) {
        return new Signatures(Optional.of(new KnownKeys(credentials, Optional.empty())), Optional.empty(), clock);
    }

    /// Takes the keys of a credential file, and those that are minted here.
    public static Signatures of(Credentials credentials, AccessKeys minted, Clock clock) {
        return new Signatures(Optional.of(new KnownKeys(credentials, Optional.of(minted))), Optional.empty(), clock);
    }

    /// Takes every key for the developer's. A request still has to be signed, since the signature names the
    /// region; what can be checked without a secret is checked.
    public static Signatures anyKey(Clock clock) {
        return new Signatures(Optional.empty(), Optional.empty(), clock);
    }

    /// The same that take each request that changes something once, as far as this process knows. Where every key is
    /// taken, a signature says nothing, and this neither.
    public Signatures once() {
        return new Signatures(known, Optional.of(new SeenSignatures(SeenSignatures.MOST)), clock);
    }

    /// Whether every key is taken.
    public boolean takesAnyKey() {
        return known.isEmpty();
    }

    /// The keys of the credential file; none where every key is taken.
    public List<Key> keys() {
        return known.map(all -> all.file().keys()).orElse(List.of());
    }

    /// The accounts that requests can be signed for.
    public List<Account> accounts() {
        return known.map(all -> all.file().accounts()).orElse(List.of(Account.DEVELOPMENT));
    }

    /// The account as which AWS tools know a subscription.
    public Account account(String subscription) {
        return known.map(all -> all.account(subscription)).orElse(Account.DEVELOPMENT);
    }

    /// The subscription that stands behind the number of an account, whether it exists or not.
    public String subscription(String number) {
        return known.map(all -> all.subscription(number)).orElse(Account.DEVELOPMENT.subscription());
    }

    /// The service for which a request says that it is signed, before anything is verified; empty if it is not
    /// signed.
    public static Optional<String> service(Request request) {
        return scope(request).map(SignatureClaim.Scope::service);
    }

    /// The region for which a request says that it is signed, before anything is verified; empty if it is not
    /// signed.
    public static Optional<String> region(Request request) {
        return scope(request).map(SignatureClaim.Scope::region);
    }

    private static Optional<SignatureClaim.Scope> scope(Request request) {
        Optional<String> header = request.header("Authorization");
        if (header.isEmpty() && request.rawQuery().isEmpty()) {
            return Optional.empty();
        }
        return SignatureClaim.scope(header, RawQuery.parse(request.rawQuery()).first("X-Amz-Credential"));
    }

    /// The request, if it is signed by one of the keys for that service; else a
    /// [fairlead.server.problem.Problem.SignatureRefused].
    ///
    /// @param service `cloudcontrolapi` for example
    public Signed verify(Request request, String service, long bodyLimit) {
        SignedMessage message = SignedMessage.of(request, bodyLimit);
        Signed signed = verify(message, service, request.caller());
        request.identified(signed.caller());
        return signed;
    }

    Signed verify(SignedMessage message, String service, Caller caller) {
        if (!caller.principal().id().equals(Principal.UNKNOWN)) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_REQUEST,
                    "The request says in two ways who sends it: by a bearer token and by a signature. Expected one.",
                    "Authorization"));
        }
        SignatureClaim claim = SignatureClaim.of(message);
        requireService(claim, service);
        if (known.isEmpty()) {
            byte[] body = body(message, claim, payload(message, claim), Optional.empty());
            return signed(caller, DEVELOPER, Account.DEVELOPMENT, claim, body);
        }
        Key key = known.get().require(claim.keyId(), token(message));
        requireTime(claim);
        CanonicalRequest.requireSigned(message, claim);
        String payload = payload(message, claim);
        byte[] signingKey = keys.derive(key, claim.scope());
        requireSignature(message, claim, payload, signingKey);
        byte[] body = body(message, claim, payload, Optional.of(signingKey));
        seen.ifPresent(all -> all.take(message, claim, claim.signedAt().plus(SKEW), clock.instant()));
        known.get().used(key);
        return signed(caller, key.holder(), key.account(), claim, body);
    }

    private static Signed signed(Caller caller, Holder holder, Account account, SignatureClaim claim, byte[] body) {
        Caller signer = caller.as(holder.principal(), holder.subject())
                .by(caller.context().signedBy(AssumedRoles.used(claim.keyId(), holder, account)));
        return new Signed(
                signer, holder, account, claim.scope().region(), claim.scope().service(), body);
    }

    private static void requireService(SignatureClaim claim, String service) {
        if (!claim.scope().service().equals(service)) {
            throw SignatureClaim.refused(
                    SignatureFlaw.MISMATCH, "Credential should be scoped to correct service: '" + service + "'.");
        }
        if (!REGION.matcher(claim.scope().region()).matches()) {
            throw SignatureClaim.refused(SignatureFlaw.MISMATCH, "Credential should be scoped to a valid region.");
        }
    }

    private static String token(SignedMessage message) {
        return message.header(SignedMessage.TOKEN)
                .or(() -> message.query().first(SignedMessage.TOKEN))
                .orElse("");
    }

    private void requireTime(SignatureClaim claim) {
        if (!claim.time().startsWith(claim.scope().date() + "T")) {
            throw SignatureClaim.refused(
                    SignatureFlaw.MISMATCH,
                    "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '"
                            + claim.scope().date() + "' != '" + claim.time() + "'.");
        }
        Instant now = clock.instant();
        if (claim.signedAt().isAfter(now.plus(SKEW))) {
            throw SignatureClaim.refused(
                    SignatureFlaw.SKEWED,
                    "Signature not yet current: " + claim.time() + " is still later than "
                            + SignatureClaim.basic(now.plus(SKEW)) + " (" + SignatureClaim.basic(now) + " + 5 min.)");
        }
        Instant oldest = now.minus(claim.validity().orElse(SKEW));
        if (claim.signedAt().isBefore(oldest)) {
            String text =
                    "Signature expired: " + claim.time() + " is now earlier than " + SignatureClaim.basic(oldest) + " ("
                            + SignatureClaim.basic(now) + " - "
                            + claim.validity()
                                    .map(Duration::toSeconds)
                                    .map(s -> s + " s")
                                    .orElse("5 min") + ".)";
            throw SignatureClaim.refused(claim.inQuery() ? SignatureFlaw.EXPIRED : SignatureFlaw.SKEWED, text);
        }
    }

    private static void requireSignature(
            SignedMessage message, SignatureClaim claim, String payload, byte[] signingKey) {
        String canonical = CanonicalRequest.of(message, claim, payload);
        boolean right = SigningKeys.same(SigningKeys.sign(signingKey, claim, canonical), claim.signature());
        if (!right && message.query().has(SignedMessage.TOKEN)) {
            String earlier = CanonicalRequest.of(message.withoutToken(), claim, payload);
            right = SigningKeys.same(SigningKeys.sign(signingKey, claim, earlier), claim.signature());
        }
        if (!right) {
            throw SignatureClaim.refused(SignatureFlaw.MISMATCH, mismatch(claim, canonical));
        }
    }

    /// The hash of the body, or the word that stands for it: as the request says it, if it does.
    private static String payload(SignedMessage message, SignatureClaim claim) {
        boolean s3 = claim.scope().service().equals(S3);
        String payload =
                said(message).orElseGet(() -> s3 && claim.inQuery() ? UNSIGNED : SigningKeys.sha256(message.body()));
        if (!s3 && (payload.equals(UNSIGNED) || payload.startsWith("STREAMING-"))) {
            throw SignatureClaim.refused(
                    SignatureFlaw.MISMATCH, "The payload of requests to this service has to be signed.");
        }
        return payload;
    }

    private static Optional<String> said(SignedMessage message) {
        return message.header("X-Amz-Content-Sha256").or(() -> message.query().first("X-Amz-Content-Sha256"));
    }

    /// The body, once it is sure that it is the one that was signed.
    private static byte[] body(
            SignedMessage message, SignatureClaim claim, String payload, Optional<byte[]> signingKey) {
        if (payload.equals(UNSIGNED)) {
            return message.body();
        }
        return ChunkedReader.Form.of(payload)
                .map(form -> ChunkedBody.read(message, claim, form, signingKey))
                .orElseGet(() -> said(message).isPresent() ? hashed(message.body(), payload) : message.body());
    }

    private static byte[] hashed(byte[] body, String hash) {
        if (!SigningKeys.same(SigningKeys.sha256(body), hash)) {
            throw SignatureClaim.refused(SignatureFlaw.CONTENT, "");
        }
        return body;
    }

    /// As the services of AWS have it: who signs wrongly can compare. Nothing of it is secret.
    private static String mismatch(SignatureClaim claim, String canonical) {
        return SignatureFlaw.MISMATCH.message()
                + "\n\nThe Canonical String for this request should have been\n'" + canonical
                + "'\n\nThe String-to-Sign should have been\n'"
                + SigningKeys.stringToSign(claim, canonical) + "'\n";
    }
}
