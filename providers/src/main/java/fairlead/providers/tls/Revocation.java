package fairlead.providers.tls;

import java.math.BigInteger;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A certificate that may no longer be relied on.
///
/// @param expires when it ends to be valid anyway; after that no list needs to name it
record Revocation(BigInteger serial, Instant at, Instant expires, Reason reason) {

    /// Why, with the number of the "Internet X.509 Public Key Infrastructure Certificate and CRL Profile" (RFC
    /// 5280).
    enum Reason {
        SUPERSEDED(4),
        CESSATION_OF_OPERATION(5);

        private final int number;

        Reason(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    ObjectNode record() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("serial", serial.toString(16))
                .put("at", at.toString())
                .put("expires", expires.toString())
                .put("reason", reason.name());
    }

    static Revocation parse(JsonNode record) {
        return new Revocation(
                new BigInteger(record.path("serial").asString(), 16),
                Instant.parse(record.path("at").asString()),
                Instant.parse(record.path("expires").asString()),
                Reason.valueOf(record.path("reason").asString()));
    }
}
