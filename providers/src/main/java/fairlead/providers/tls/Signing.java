package fairlead.providers.tls;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes and changes authorities and certificates, as values: what comes out has to be kept by the caller.
///
/// @param now the time at which everything is signed
record Signing(Seal seal, SecureRandom random, Instant now) {

    // For clients whose clock is a little behind.
    private static final Duration BACK = Duration.ofMinutes(5);
    private static final int SERIAL_BITS = 127;

    Signing {
        now = now.truncatedTo(ChronoUnit.SECONDS);
    }

    /// A new authority with a new key.
    Authority found(ObjectNode properties, String token, String owner) {
        KeyAlgorithm algorithm =
                KeyAlgorithm.valueOf(properties.path("KeyAlgorithm").asString());
        KeyPair keys = algorithm.generate(random);
        SubjectPublicKeyInfo publicKey =
                SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded());
        Issuer issuer = new Issuer(Subject.name(properties.path("Subject")), publicKey, keys.getPrivate(), algorithm);
        return new Authority(
                properties,
                token,
                seal.seal(keys.getPrivate().getEncoded(), owner),
                root(issuer, properties),
                crl(issuer, BigInteger.ONE, properties, List.of()),
                List.of());
    }

    /// The authority with other properties: with a new certificate for the same key, a new list, or both, where
    /// needed.
    Authority amend(Authority authority, ObjectNode properties, String owner) {
        boolean reissue = differ(authority.properties(), properties, "ValidityDays", "Renewal");
        boolean relist = differ(authority.properties(), properties, "CrlValidityDays");
        if (!reissue && !relist) {
            return with(authority, properties, authority.certificatePem(), authority.crl(), authority.revocations());
        }
        Issuer issuer = issuer(authority, owner);
        String certificate = reissue ? root(issuer, properties) : authority.certificatePem();
        return with(
                authority,
                properties,
                certificate,
                next(authority, issuer, properties, authority.revocations()),
                authority.revocations());
    }

    /// The authority with these revoked, too, and a list that says so.
    Authority revoke(Authority authority, List<Revocation> more, String owner) {
        Set<BigInteger> known = new HashSet<>();
        authority.revocations().forEach(revocation -> known.add(revocation.serial()));
        List<Revocation> unknown = more.stream()
                .filter(revocation -> known.add(revocation.serial()))
                .toList();
        return unknown.isEmpty()
                ? authority
                : relisted(
                        authority,
                        Stream.concat(authority.revocations().stream(), unknown.stream())
                                .toList(),
                        owner);
    }

    /// Whether the revocation list is so old that a new one is due.
    static boolean due(Authority authority, Instant now) {
        Duration half = Duration.ofDays(authority.days("CrlValidityDays")).dividedBy(2);
        return !now.isBefore(authority.crl().made().plus(half));
    }

    /// The authority with a new revocation list, without those that the last one has named after their end.
    Authority relist(Authority authority, String owner) {
        Instant last = authority.crl().made();
        return relisted(
                authority,
                authority.revocations().stream()
                        .filter(revocation -> revocation.expires().isAfter(last))
                        .toList(),
                owner);
    }

    /// Issues what a draft asks for.
    ///
    /// @param draft the certificate as it is to be kept, without the one to be issued
    Certificate issue(Authority authority, Certificate draft, String owner) {
        ObjectNode properties = draft.properties();
        X509CertificateHolder root = authority.certificate();
        Instant end = now.plus(Duration.ofDays(properties.path("ValidityDays").asInt()));
        refuseToOutlive(authority, root.getNotAfter().toInstant(), end);
        Instant begin = later(now.minus(BACK), root.getNotBefore().toInstant());
        Issuer.Leaf leaf = new Issuer.Leaf(
                Subject.name(properties.path("Subject")),
                draft.publicKey(),
                AlternativeNames.parse(texts(properties, "SubjectAlternativeNames")),
                texts(properties, "Usages").stream().map(Signing::purpose).toList(),
                authority.properties().has("CrlUrl") ? texts(authority.properties(), "CrlUrl") : List.of());
        X509CertificateHolder certificate = issuer(authority, owner).leaf(new Issuer.Term(serial(), begin, end), leaf);
        return new Certificate(
                properties, draft.token(), draft.publicKey(), Pem.write(certificate), draft.former(), draft.pending());
    }

    private void refuseToOutlive(Authority authority, Instant authorityEnds, Instant end) {
        if (end.isAfter(authorityEnds)) {
            throw new HandlerException(
                    ErrorCode.INVALID_REQUEST,
                    "authority \"" + authority.name() + "\" ends at " + authorityEnds + ": ValidityDays can be at most "
                            + Math.max(0, Duration.between(now, authorityEnds).toDays())
                            + "; or renew the authority first");
        }
    }

    private Authority relisted(Authority authority, List<Revocation> revocations, String owner) {
        Authority.Crl crl = next(authority, issuer(authority, owner), authority.properties(), revocations);
        return with(authority, authority.properties(), authority.certificatePem(), crl, revocations);
    }

    private Authority.Crl next(
            Authority authority, Issuer issuer, ObjectNode properties, List<Revocation> revocations) {
        return crl(issuer, authority.crl().number().add(BigInteger.ONE), properties, revocations);
    }

    private Authority.Crl crl(Issuer issuer, BigInteger number, ObjectNode properties, List<Revocation> revocations) {
        Instant next =
                now.plus(Duration.ofDays(properties.path("CrlValidityDays").asInt()));
        return new Authority.Crl(number, now, Pem.write(issuer.crl(number, now.minus(BACK), next, revocations)));
    }

    private String root(Issuer issuer, ObjectNode properties) {
        Instant end = now.plus(Duration.ofDays(properties.path("ValidityDays").asInt()));
        return Pem.write(issuer.root(new Issuer.Term(serial(), now.minus(BACK), end)));
    }

    private Issuer issuer(Authority authority, String owner) {
        KeyAlgorithm algorithm = authority.algorithm();
        return new Issuer(
                Subject.name(authority.properties().path("Subject")),
                authority.certificate().getSubjectPublicKeyInfo(),
                algorithm.decode(seal.open(authority.sealedKey(), owner)),
                algorithm);
    }

    private BigInteger serial() {
        return new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS - 1);
    }

    private static Authority with(
            Authority authority,
            ObjectNode properties,
            String certificate,
            Authority.Crl crl,
            List<Revocation> revocations) {
        return new Authority(properties, authority.token(), authority.sealedKey(), certificate, crl, revocations);
    }

    private static boolean differ(ObjectNode one, ObjectNode other, String... properties) {
        return Stream.of(properties).anyMatch(property -> !one.path(property).equals(other.path(property)));
    }

    private static List<String> texts(ObjectNode properties, String property) {
        JsonNode value = properties.path(property);
        return value.isArray() ? value.valueStream().map(JsonNode::asString).toList() : List.of(value.asString());
    }

    private static KeyPurposeId purpose(String usage) {
        return switch (usage) {
            case "server" -> KeyPurposeId.id_kp_serverAuth;
            case "client" -> KeyPurposeId.id_kp_clientAuth;
            default ->
                throw new HandlerException(
                        ErrorCode.INVALID_REQUEST, "Usages expects \"server\" and \"client\"; found \"" + usage + '"');
        };
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
