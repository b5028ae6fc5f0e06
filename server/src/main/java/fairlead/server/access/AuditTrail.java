package fairlead.server.access;

import fairlead.server.database.RecordTable;
import fairlead.server.database.Transaction;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/// Who did what, when: one record for each change that was accepted, in the transaction that accepted it.
///
/// The fields carry the names of CloudTrail's record contents, so that tools which read those read these.
public final class AuditTrail {

    /// What a record has besides what was asked for.
    private static final int USUAL = 1024;

    private static final String APPEND =
            "INSERT INTO audit (at, subscription, correlation_id, resource_key, subject, plane, record, checksum)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

    /// What its rows consist of.
    public static final RecordTable RECORDS = new RecordTable(
            "audit",
            "seq",
            true,
            List.of("at", "subscription", "correlation_id", "resource_key", "subject", "plane", "record"),
            _ -> false);

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
    private final Authorizer authorizer;

    /// One beside which everybody may do everything.
    public AuditTrail() {
        this(Authorizer.open());
    }

    /// @param authorizer is asked once more, in the transaction of each change
    public AuditTrail(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    /// Who is asked once more in the transaction of each change.
    public Authorizer authorizer() {
        return authorizer;
    }

    /// What was done.
    ///
    /// @param name `PutResource` for example
    /// @param parameters what was asked for, as far as it may be written down: a JSON object
    public record Deed(String name, Target target, byte[] parameters, Plane plane) {

        /// To what it was done.
        ///
        /// @param subject the uid of the resource, if that has a record
        public record Target(
                String subscription, String region, String resourceId, Optional<UUID> subject, String typeName) {

            /// A type itself, which is of no subscription and no region.
            public static Target ofType(String typeName) {
                return new Target("", "", "/fairlead/types/" + typeName, Optional.empty(), typeName);
            }
        }

        /// Something done on the control plane.
        public static Deed managing(
                String name, String subscription, String region, String id, String typeName, byte[] parameters) {
            Target target = new Target(subscription, region, id, Optional.empty(), typeName);
            return new Deed(name, target, parameters, Plane.CONTROL);
        }

        /// Something done to a type itself.
        public static Deed onType(String name, String typeName, byte[] parameters) {
            return new Deed(name, Target.ofType(typeName), parameters, Plane.CONTROL);
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

    /// Records a change in its own transaction; a problem if what was decided for it does not hold any more. So nothing
    /// is changed after a right to it was taken away.
    public void append(Transaction transaction, Instant now, Caller caller, Deed deed) {
        authorizer.confirm(transaction, caller);
        Deed.Target target = deed.target();
        String key = target.subject().isPresent() ? "" : target.resourceId().toLowerCase(Locale.ROOT);
        Optional<String> subject = target.subject().map(UUID::toString);
        String plane = deed.plane().word();
        byte[] entry = entry(now, caller, deed);
        transaction.update(
                APPEND,
                now,
                target.subscription(),
                caller.correlationId(),
                key,
                subject,
                plane,
                entry,
                RecordTable.checksum(now, target.subscription(), caller.correlationId(), key, subject, plane, entry));
    }

    private byte[] entry(Instant now, Caller caller, Deed deed) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(deed.parameters().length + USUAL);
        boolean managing = deed.plane() == Plane.CONTROL;
        try (JsonGenerator entry = json.createGenerator(bytes)) {
            entry.writeStartObject();
            entry.writeStringProperty("eventVersion", "1.11");
            entry.writeStringProperty("eventTime", now.toString());
            entry.writeStringProperty("eventSource", "fairlead");
            entry.writeStringProperty("eventName", deed.name());
            entry.writeStringProperty("eventType", "ApiCall");
            entry.writeStringProperty("eventCategory", managing ? "Management" : "Data");
            entry.writeBooleanProperty("managementEvent", managing);
            entry.writeBooleanProperty("readOnly", false);
            entry.writeStringProperty("awsRegion", deed.target().region());
            entry.writeStringProperty("recipientAccountId", deed.target().subscription());
            entry.writeStringProperty("sourceIPAddress", caller.address());
            entry.writeStringProperty("requestID", caller.requestId());
            entry.writeStringProperty("correlationID", caller.correlationId());
            caller.clientRequestId().ifPresent(id -> entry.writeStringProperty("clientRequestID", id));
            caller.origin().trace().ifPresent(trace -> entry.writeStringProperty("traceID", trace.traceId()));
            entry.writeObjectPropertyStart("userIdentity");
            entry.writeStringProperty("type", caller.principal().type());
            entry.writeStringProperty("userName", caller.principal().name());
            entry.writeEndObject();
            entry.writeArrayPropertyStart("resources");
            entry.writeStartObject();
            entry.writeStringProperty("ARN", deed.target().resourceId());
            entry.writeStringProperty("type", deed.target().typeName());
            entry.writeEndObject();
            entry.writeEndArray();
            entry.writeName("requestParameters");
            entry.writeRawValue(new String(deed.parameters(), StandardCharsets.UTF_8));
            entry.writeEndObject();
        }
        return bytes.toByteArray();
    }
}
