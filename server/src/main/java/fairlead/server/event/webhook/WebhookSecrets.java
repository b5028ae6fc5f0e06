package fairlead.server.event.webhook;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The secret with which deliveries are signed, and for some time the secret before it.
///
/// Implements the signatures of the "Standard Webhooks" specification: HMAC-SHA256 over id, time and body, for
/// which receivers find libraries in every language.
///
/// @param present the key, as `whsec_` and its bytes in Base64
/// @param previous the one that it has replaced
/// @param previousUntil when that one stops counting
record WebhookSecrets(String present, Optional<String> previous, Instant previousUntil) {

    private static final String PREFIX = "whsec_";
    private static final Duration OVERLAP = Duration.ofHours(24);
    private static final int LEAST = 24;
    private static final int MOST = 64;

    static WebhookSecrets of(String secret) {
        return new WebhookSecrets(checked(secret), Optional.empty(), Instant.EPOCH);
    }

    /// A new one, beside which the present one counts for a day.
    WebhookSecrets replacedBy(String secret, Instant now) {
        return secret.equals(present)
                ? this
                : new WebhookSecrets(checked(secret), Optional.of(present), now.plus(OVERLAP));
    }

    private static String checked(String secret) {
        try {
            int length = secret.startsWith(PREFIX) ? key(secret).length : 0;
            if (length >= LEAST && length <= MOST) {
                return secret;
            }
        } catch (IllegalArgumentException notBase64) {
            // Answered below, like one of another length.
        }
        throw new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_WEBHOOK,
                "secret has to be whsec_ and " + LEAST + " to " + MOST + " bytes in Base64.",
                "/secret"));
    }

    private static byte[] key(String secret) {
        return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
    }

    byte[] sealed(Vault vault, String webhook) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("present", present);
        previous.ifPresent(secret -> json.put("previous", secret).put("until", previousUntil.toEpochMilli()));
        return vault.seal(json.toString().getBytes(StandardCharsets.UTF_8), owner(webhook));
    }

    static WebhookSecrets open(Vault vault, Webhook webhook) {
        JsonNode json = JsonMapper.shared().readTree(vault.open(webhook.secrets(), owner(webhook.name())));
        return new WebhookSecrets(
                json.path("present").asString(""),
                Optional.of(json.path("previous").asString("")).filter(secret -> !secret.isEmpty()),
                Instant.ofEpochMilli(json.path("until").asLong(0)));
    }

    private static String owner(String webhook) {
        return "webhook/" + webhook;
    }

    /// The signatures of a delivery, one for each secret that counts.
    String signatures(String id, Instant now, byte[] body) {
        List<String> secrets = previous.filter(_ -> now.isBefore(previousUntil))
                .map(earlier -> List.of(present, earlier))
                .orElse(List.of(present));
        return secrets.stream()
                .map(secret -> "v1," + signature(secret, id, now.getEpochSecond(), body))
                .collect(Collectors.joining(" "));
    }

    private static String signature(String secret, String id, long seconds, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key(secret), "HmacSHA256"));
            mac.update((id + "." + seconds + ".").getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("can't sign", failure);
        }
    }

    @Override
    public String toString() {
        return "Secrets[...]";
    }
}
