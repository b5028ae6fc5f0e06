package fairlead.server.access;

import fairlead.server.database.Transaction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/// Who did what, when: one record for each change that was accepted, in the transaction that accepted it.
///
/// The fields carry the names of CloudTrail's record contents, so that tools which read those read these.
public final class AuditTrail {

    private static final String APPEND = "INSERT INTO audit (at, subscription, record) VALUES (?, ?, ?)";

    private final JsonMapper json = JsonMapper.shared();

    /// What was done.
    ///
    /// @param name `PutResource` for example
    /// @param parameters what was asked for, without write-only values: a JSON object
    public record Deed(
            String name, String subscription, String region, String resourceId, String typeName, byte[] parameters) {

        /// Something done to a type itself, which is of no subscription and no region.
        public static Deed onType(String name, String typeName, byte[] parameters) {
            return new Deed(name, "", "", "/fairlead/types/" + typeName, typeName, parameters);
        }
    }

    public void append(Transaction transaction, Instant now, Caller caller, Deed deed) {
        transaction.update(APPEND, now, deed.subscription(), json.writeValueAsBytes(entry(now, caller, deed)));
    }

    private static ObjectNode entry(Instant now, Caller caller, Deed deed) {
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.put("eventVersion", "1.11");
        entry.put("eventTime", now.toString());
        entry.put("eventSource", "fairlead");
        entry.put("eventName", deed.name());
        entry.put("eventType", "ApiCall");
        entry.put("eventCategory", "Management");
        entry.put("managementEvent", true);
        entry.put("readOnly", false);
        entry.put("awsRegion", deed.region());
        entry.put("recipientAccountId", deed.subscription());
        entry.put("sourceIPAddress", caller.address());
        entry.put("requestID", caller.requestId());
        entry.put("correlationID", caller.correlationId());
        caller.clientRequestId().ifPresent(id -> entry.put("clientRequestID", id));
        entry.putObject("userIdentity")
                .put("type", caller.principal().type())
                .put("userName", caller.principal().name());
        entry.putArray("resources").addObject().put("ARN", deed.resourceId()).put("type", deed.typeName());
        entry.putRawValue("requestParameters", new RawValue(new String(deed.parameters(), StandardCharsets.UTF_8)));
        return entry;
    }
}
