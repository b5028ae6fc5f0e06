package fairlead.lambda;

import fairlead.handler.Act;
import fairlead.handler.Context;
import fairlead.host.Secret;
import fairlead.schema.ResourceSchema;
import fairlead.schema.text.DecimalMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/// Writes requests to a provider in the form of the wire: protocol version 2.0.0.
///
/// They do not contain `providerCredentials` and `providerLogGroupName`: with these, providers write to services
/// of AWS.
final class RequestEncoder {

    static final JsonMapper JSON = new DecimalMapper(JsonMapper.builder()
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS));

    private final ResourceSchema schema;
    private final String version;
    private final boolean exact;

    /// Providers take credentials for granted, and some take every text equal to one out of their logs: so these
    /// are valid nowhere, and long.
    private final String accessKey = "FAIRLEAD" + Secret.text(12);

    private final String secretKey = Secret.text(40);
    private final String sessionToken = Secret.text(64);

    /// @param version of the type, eight digits
    /// @param exact whether an answer is refused that has what the protocol has no place for
    RequestEncoder(ResourceSchema schema, String version, boolean exact) {
        this.schema = schema;
        this.version = version;
        this.exact = exact;
    }

    Answer answer(byte[] body) throws Answer.Unreadable {
        Answer answer = Answer.read(schema, body);
        if (!exact) {
            return answer.lenient();
        }
        answer.requireExact();
        return answer;
    }

    boolean isExact() {
        return exact;
    }

    /// What is asked for.
    ///
    /// @param properties the desired state, the identifier, or the filter of a list
    /// @param previous the last known state, of an update
    /// @param act which action, and with what
    record Asked(
            Action action,
            ObjectNode properties,
            Optional<ObjectNode> previous,
            Memo memo,
            Optional<String> nextToken,
            OptionalInt maxResults,
            Optional<Act> act) {

        static Asked of(Action action, ObjectNode properties, Memo memo) {
            return new Asked(
                    action,
                    properties,
                    Optional.empty(),
                    memo,
                    Optional.empty(),
                    OptionalInt.empty(),
                    Optional.empty());
        }

        static Asked of(Act act) {
            return new Asked(
                    Action.ACT,
                    act.present(),
                    Optional.empty(),
                    Memo.of(act.memo()),
                    Optional.empty(),
                    OptionalInt.empty(),
                    Optional.of(act));
        }

        String name() {
            return act.map(Act::action).orElseGet(action::name);
        }
    }

    byte[] request(Asked asked, Context context) {
        String account = account(context.account());
        ObjectNode request = JSON.createObjectNode();
        request.put("action", asked.name());
        request.put("awsAccountId", account);
        request.put("bearerToken", context.token());
        request.put("region", context.region());
        request.put("resourceType", context.typeName());
        request.put("resourceTypeVersion", version);
        request.put("stackId", stack(context, account));
        asked.nextToken.ifPresent(token -> request.put("nextToken", token));
        asked.maxResults.ifPresent(most -> request.put("maxResults", most));
        request.putRawValue("callbackContext", new RawValue(asked.memo.context().orElse("null")));
        request.put("snapshotRequested", false).put("rollback", false).put("driftable", false);
        request.set("requestData", data(asked, context));
        return JSON.writeValueAsBytes(request);
    }

    private ObjectNode data(Asked asked, Context context) {
        ObjectNode data = JSON.createObjectNode();
        data.putObject("callerCredentials")
                .put("accessKeyId", accessKey)
                .put("secretAccessKey", secretKey)
                .put("sessionToken", sessionToken);
        data.put("logicalResourceId", context.name());
        data.set("resourceProperties", withoutNulls(asked.memo.model().orElse(asked.properties)));
        asked.previous.ifPresent(previous -> data.set("previousResourceProperties", withoutNulls(previous)));
        asked.act.ifPresent(act -> data.set("actionInput", act.input()));
        if (!context.sku().isEmpty()) {
            data.set("sku", context.sku());
        }
        if (schema.declaresConfiguration()) {
            data.set("typeConfiguration", context.configuration());
        }
        boolean taggable = schema.taggable();
        data.set("stackTags", tags(taggable ? context.tags().desired() : Map.of()));
        data.set("previousStackTags", tags(taggable ? context.tags().previous() : Map.of()));
        data.putObject("systemTags");
        data.putObject("previousSystemTags");
        return data;
    }

    private static ObjectNode tags(Map<String, String> tags) {
        ObjectNode node = JSON.createObjectNode();
        tags.forEach(node::put);
        return node;
    }

    /// Providers make names from a stack's, so that there has to be one: the same for all resources of an account.
    private static String stack(Context context, String account) {
        UUID id = UUID.nameUUIDFromBytes(context.account().getBytes(StandardCharsets.UTF_8));
        return "arn:aws:cloudformation:" + context.region() + ":" + account + ":stack/fairlead/" + id;
    }

    /// Twelve digits: those of the account, or digits that are always the same for it.
    static String account(String account) {
        if (account.matches("\\d{12}")) {
            return account;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(account.getBytes(StandardCharsets.UTF_8));
            long number = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                number = (number << 8) | (digest[i] & 0xFF);
            }
            return "%012d".formatted(Math.floorMod(number, 1_000_000_000_000L));
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    /// Wrappers fail on nulls, each in its own way: a property without a value is left out.
    static ObjectNode withoutNulls(ObjectNode model) {
        ObjectNode copy = model.deepCopy();
        removeNulls(copy);
        return copy;
    }

    private static void removeNulls(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.removeNulls();
        }
        node.values().forEach(RequestEncoder::removeNulls);
    }
}
