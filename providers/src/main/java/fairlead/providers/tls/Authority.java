package fairlead.providers.tls;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.bouncycastle.cert.X509CertificateHolder;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// An authority as it is kept.
///
/// @param properties what the caller asked for, with defaults
/// @param token the operation that made it
/// @param sealedKey its private key, sealed
/// @param certificatePem its present certificate
/// @param crl its present revocation list
/// @param revocations what the list names
record Authority(
        ObjectNode properties,
        String token,
        String sealedKey,
        String certificatePem,
        Crl crl,
        List<Revocation> revocations) {

    /// @param made when it was signed
    record Crl(BigInteger number, Instant made, String pem) {}

    Authority {
        revocations = List.copyOf(revocations);
    }

    String name() {
        return properties.path("Name").asString();
    }

    KeyAlgorithm algorithm() {
        return KeyAlgorithm.valueOf(properties.path("KeyAlgorithm").asString());
    }

    int days(String property) {
        return properties.path(property).asInt();
    }

    X509CertificateHolder certificate() {
        return Pem.certificate(certificatePem);
    }

    /// The model that handlers return.
    ObjectNode model() {
        X509CertificateHolder certificate = certificate();
        return properties
                .deepCopy()
                .put("CertificatePem", certificatePem)
                .put("CrlPem", crl.pem())
                .put("SerialNumber", Pem.hex(certificate.getSerialNumber()))
                .put("NotBefore", certificate.getNotBefore().toInstant().toString())
                .put("NotAfter", certificate.getNotAfter().toInstant().toString())
                .put(
                        "SubjectKeyIdentifier",
                        Pem.hex(Issuer.keyIdentifier(certificate.getSubjectPublicKeyInfo())
                                .getKeyIdentifier()));
    }

    ObjectNode record() {
        ObjectNode record = JsonNodeFactory.instance
                .objectNode()
                .put("token", token)
                .put("sealedKey", sealedKey)
                .put("certificate", certificatePem)
                .put("crlNumber", crl.number().toString())
                .put("crlMade", crl.made().toString())
                .put("crl", crl.pem());
        record.set("properties", properties);
        ArrayNode list = record.putArray("revocations");
        revocations.forEach(revocation -> list.add(revocation.record()));
        return record;
    }

    static Authority parse(ObjectNode record) {
        return new Authority(
                (ObjectNode) record.path("properties"),
                record.path("token").asString(),
                record.path("sealedKey").asString(),
                record.path("certificate").asString(),
                new Crl(
                        new BigInteger(record.path("crlNumber").asString()),
                        Instant.parse(record.path("crlMade").asString()),
                        record.path("crl").asString()),
                record.path("revocations").valueStream().map(Revocation::parse).toList());
    }
}
