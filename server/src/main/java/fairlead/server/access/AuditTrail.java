package fairlead.server.access;

import fairlead.server.database.Transaction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/// Who did what, when: one record for each change that was accepted, in the transaction that accepted it.
///
/// The fields carry the names of CloudTrail's record contents, so that tools which read those read these.
public final class AuditTrail {

    private static final String APPEND =
            "INSERT INTO audit (at, subscription, correlation_id, resource_key, subject, plane, record)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?)";

    private static final String SELECT = "SELECT at, seq, record FROM audit WHERE ";

    /// What every search asks for, whatever it goes by; an empty text is anything.
    private static final String CONDITIONS = """
         (? = '' OR subscription = ?) AND (? = '' OR correlation_id = ?) AND (? = '' OR plane = ?)
        AND at >= ? AND at < ? AND (at < ? OR (at = ? AND seq < ?))
        ORDER BY at DESC, seq DESC LIMIT ?
        """;

    /// Of what has a record, by whatever that is or was recorded as under this address; of all else by the address.
    private static final String LIST_OF_RESOURCE = SELECT + """
        (resource_key = ? AND resource_key <> '' OR subject IN (
          SELECT uid FROM resource WHERE arm_key = ? UNION SELECT uid FROM former_address WHERE arm_key = ?)) AND
        """ + CONDITIONS;

    private static final String LIST_OF_CORRELATION = SELECT + "correlation_id = ? AND" + CONDITIONS;

    private static final String LIST_OF_SUBSCRIPTION = SELECT + "subscription = ? AND" + CONDITIONS;

    private final JsonMapper json = JsonMapper.shared();

    /// What was done.
    ///
    /// @param name `PutResource` for example
    /// @param subject the uid of the resource it was done to, if that has a record
    /// @param parameters what was asked for, as far as it may be written down: a JSON object
    public record Deed(
            String name,
            String subscription,
            String region,
            String resourceId,
            Optional<UUID> subject,
            String typeName,
            byte[] parameters,
            Plane plane) {

        /// Something done on the control plane.
        public static Deed managing(
                String name, String subscription, String region, String id, String typeName, byte[] parameters) {
            return new Deed(name, subscription, region, id, Optional.empty(), typeName, parameters, Plane.CONTROL);
        }

        /// Something done to a type itself, which is of no subscription and no region.
        public static Deed onType(String name, String typeName, byte[] parameters) {
            return managing(name, "", "", "/fairlead/types/" + typeName, typeName, parameters);
        }
    }

    /// What is looked for, the more the narrower. Without a resource, a correlation id and a subscription: what belongs
    /// to no subscription.
    ///
    /// @param from the first moment, and `until` the one behind the last
    public record Search(
            Optional<String> subscription,
            Optional<String> resourceId,
            Optional<String> correlationId,
            Optional<Plane> plane,
            Instant from,
            Instant until) {}

    /// A record with its place in the order of time.
    ///
    /// @param json as it was written
    public record Entry(Instant at, long seq, byte[] json) {}

    /// Finds records, the newest first, from before a place on.
    public List<Entry> list(Transaction transaction, Search search, Instant beforeAt, long beforeSeq, int limit) {
        String subscription = search.subscription().orElse("");
        String correlation = search.correlationId().orElse("");
        String plane = search.plane().map(Plane::word).orElse("");
        String resource = search.resourceId().orElse("").toLowerCase(Locale.ROOT);
        // Said once more, in a form that an index can begin at.
        Instant end = beforeAt.isBefore(search.until()) ? beforeAt.plusMillis(1) : search.until();
        List<Object> arguments = new ArrayList<>();
        if (!resource.isEmpty()) {
            arguments.addAll(List.of(resource, resource, resource));
        } else {
            arguments.add(!correlation.isEmpty() ? correlation : subscription);
        }
        Collections.addAll(
                arguments,
                subscription,
                subscription,
                correlation,
                correlation,
                plane,
                plane,
                search.from(),
                end,
                beforeAt,
                beforeAt,
                beforeSeq,
                limit);
        String statement = !resource.isEmpty()
                ? LIST_OF_RESOURCE
                : !correlation.isEmpty() ? LIST_OF_CORRELATION : LIST_OF_SUBSCRIPTION;
        return transaction.query(
                statement, row -> new Entry(row.time(), row.number(), row.bytes()), arguments.toArray());
    }

    public void append(Transaction transaction, Instant now, Caller caller, Deed deed) {
        transaction.update(
                APPEND,
                now,
                deed.subscription(),
                caller.correlationId(),
                deed.subject().isPresent() ? "" : deed.resourceId().toLowerCase(Locale.ROOT),
                deed.subject().map(UUID::toString),
                deed.plane().word(),
                json.writeValueAsBytes(entry(now, caller, deed)));
    }

    private static ObjectNode entry(Instant now, Caller caller, Deed deed) {
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.put("eventVersion", "1.11");
        entry.put("eventTime", now.toString());
        entry.put("eventSource", "fairlead");
        entry.put("eventName", deed.name());
        entry.put("eventType", "ApiCall");
        entry.put("eventCategory", deed.plane() == Plane.CONTROL ? "Management" : "Data");
        entry.put("managementEvent", deed.plane() == Plane.CONTROL);
        entry.put("readOnly", false);
        entry.put("awsRegion", deed.region());
        entry.put("recipientAccountId", deed.subscription());
        entry.put("sourceIPAddress", caller.address());
        entry.put("requestID", caller.requestId());
        entry.put("correlationID", caller.correlationId());
        caller.clientRequestId().ifPresent(id -> entry.put("clientRequestID", id));
        caller.origin().trace().ifPresent(trace -> entry.put("traceID", trace.traceId()));
        entry.putObject("userIdentity")
                .put("type", caller.principal().type())
                .put("userName", caller.principal().name());
        entry.putArray("resources").addObject().put("ARN", deed.resourceId()).put("type", deed.typeName());
        entry.putRawValue("requestParameters", new RawValue(new String(deed.parameters(), StandardCharsets.UTF_8)));
        return entry;
    }
}
