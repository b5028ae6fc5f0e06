package fairlead.providers.tls;

import fairlead.providers.disk.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A certificate as it is kept.
///
/// @param properties what the caller asked for, with defaults and without the private key
/// @param token the operation that made it
/// @param publicKey the key that is certified
/// @param certificatePem what was issued last
/// @param former what was issued before and has not been revoked
/// @param pending what the authority has still to revoke
record Certificate(
        ObjectNode properties,
        String token,
        SubjectPublicKeyInfo publicKey,
        String certificatePem,
        List<Issued> former,
        List<Revocation> pending) {

    /// One that was issued.
    record Issued(BigInteger serial, Instant expires) {

        Revocation revoked(Instant at, Revocation.Reason reason) {
            return new Revocation(serial, at, expires, reason);
        }

        private ObjectNode record() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("serial", serial.toString(16))
                    .put("expires", expires.toString());
        }

        private static Issued parse(JsonNode record) {
            return new Issued(
                    new BigInteger(record.path("serial").asString(), 16),
                    Instant.parse(record.path("expires").asString()));
        }
    }

    Certificate {
        former = List.copyOf(former);
        pending = List.copyOf(pending);
    }

    String authorityName() {
        return properties.path("AuthorityName").asString();
    }

    String name() {
        return properties.path("Name").asString();
    }

    Issued issued() {
        X509CertificateHolder certificate = Pem.certificate(certificatePem);
        return new Issued(
                certificate.getSerialNumber(), certificate.getNotAfter().toInstant());
    }

    /// Everything that may still be relied on, the present one first.
    List<Issued> outstanding(Instant now) {
        return Stream.concat(Stream.of(issued()), former.stream())
                .filter(issued -> issued.expires().isAfter(now))
                .toList();
    }

    /// Whether a certificate for this state and key would say something else than the present one.
    boolean differs(ObjectNode desired, SubjectPublicKeyInfo key) {
        return !key.equals(publicKey)
                || !Set.of("Subject", "ValidityDays", "Renewal").stream()
                        .allMatch(same -> desired.path(same).equals(properties.path(same)))
                || !Set.of("SubjectAlternativeNames", "Usages").stream()
                        .allMatch(set -> elements(desired, set).equals(elements(properties, set)));
    }

    private static Set<JsonNode> elements(ObjectNode properties, String set) {
        return new HashSet<>(properties.path(set).valueStream().toList());
    }

    /// The same without anything left to revoke.
    Certificate settled() {
        return new Certificate(properties, token, publicKey, certificatePem, former, List.of());
    }

    /// The model that handlers return.
    ObjectNode model(Authority authority) {
        X509CertificateHolder certificate = Pem.certificate(certificatePem);
        return properties
                .deepCopy()
                .put("CertificatePem", certificatePem)
                .put("ChainPem", certificatePem + authority.certificatePem())
                .put("SerialNumber", Pem.hex(certificate.getSerialNumber()))
                .put("NotBefore", certificate.getNotBefore().toInstant().toString())
                .put("NotAfter", certificate.getNotAfter().toInstant().toString())
                .put("Fingerprint", Pem.hex(Digest.sha256().digest(encoded(certificate))));
    }

    ObjectNode record() {
        ObjectNode record = JsonNodeFactory.instance
                .objectNode()
                .put("token", token)
                .put("publicKey", Base64.getEncoder().encodeToString(encoded(publicKey)))
                .put("certificate", certificatePem);
        record.set("properties", properties);
        ArrayNode formerOnes = record.putArray("former");
        former.forEach(issued -> formerOnes.add(issued.record()));
        ArrayNode pendingOnes = record.putArray("pending");
        pending.forEach(revocation -> pendingOnes.add(revocation.record()));
        return record;
    }

    static Certificate parse(ObjectNode record) {
        byte[] key = Base64.getDecoder().decode(record.path("publicKey").asString());
        return new Certificate(
                (ObjectNode) record.path("properties"),
                record.path("token").asString(),
                SubjectPublicKeyInfo.getInstance(key),
                record.path("certificate").asString(),
                record.path("former").valueStream().map(Issued::parse).toList(),
                record.path("pending").valueStream().map(Revocation::parse).toList());
    }

    private static byte[] encoded(org.bouncycastle.util.Encodable part) {
        try {
            return part.getEncoded();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
