package fairlead.server.access;

import fairlead.server.access.AuditTrail.Deed;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The JSON of audit records: "CloudTrail record contents for management, data, and network activity events".
/// What names a person is written apart, and put into its place when the record is read.
final class AuditJson {

    /// What a record has besides what was asked for.
    private static final int USUAL = 1536;

    private static final int PERSONAL_SIZE = 256;
    private static final int SALT = 16;
    private static final String IDENTITY = "userIdentity";
    private static final List<String> PERSONAL_OF_IDENTITY = List.of("userName", "arn");
    private static final List<String> PERSONAL = List.of("sourceIPAddress", "userAgent", "errorMessage");
    private static final byte[] SECRET = new byte[AuditRow.HASH];
    private static final AtomicLong COUNT = new AtomicLong();

    static {
        new SecureRandom().nextBytes(SECRET);
    }

    private final JsonMapper json = JsonMapper.shared();

    /// A record in two parts.
    record Parts(byte[] record, byte[] personal) {}

    /// The record of a deed. Its id tells the time, and the salt can't be guessed: without it, the hash of a
    /// name would tell the name.
    Parts write(Instant now, Caller caller, Deed deed) {
        ByteBuffer chance = ByteBuffer.wrap(chance());
        UUID id = eventId(now, chance.getLong(), chance.getLong());
        byte[] salt = new byte[SALT];
        chance.get(salt);
        return new Parts(record(now, id, caller, deed), personal(salt, caller, deed));
    }

    /// Bytes that can't be guessed, at the cost of one hash.
    private static byte[] chance() {
        MessageDigest digest = AuditRow.sha256();
        digest.update(SECRET);
        return digest.digest(
                ByteBuffer.allocate(Long.BYTES).putLong(COUNT.incrementAndGet()).array());
    }

    /// "UUID Version 7" of "RFC 9562".
    private static UUID eventId(Instant now, long first, long second) {
        return new UUID(now.toEpochMilli() << 16 | 0x7000L | (first & 0xFFFL), second >>> 2 | 0x8000000000000000L);
    }

    private static byte[] personal(byte[] salt, Caller caller, Deed deed) {
        AuditFields fields = new AuditFields(PERSONAL_SIZE);
        fields.text("salt", Base64.getEncoder().encodeToString(salt));
        fields.text("userName", caller.principal().name());
        fields.text("sourceIPAddress", caller.address());
        fields.textIfAny("userAgent", caller.context().userAgent());
        caller.context().key().ifPresent(key -> fields.textIfAny("arn", key.arn()));
        fields.textIfAny("errorMessage", deed.details().errorMessage());
        return fields.toBytes();
    }

    private static byte[] record(Instant now, UUID id, Caller caller, Deed deed) {
        AuditFields fields =
                new AuditFields(deed.parameters().length + deed.details().changes().length + USUAL);
        boolean managing = deed.plane() == Plane.CONTROL;
        fields.text("eventVersion", "1.11");
        fields.text("eventID", id.toString());
        fields.text("eventTime", now.toString());
        fields.text("eventSource", "fairlead");
        fields.text("eventName", deed.name());
        fields.text("eventType", "ApiCall");
        fields.text("eventCategory", managing ? "Management" : "Data");
        fields.flag("managementEvent", managing);
        fields.flag("readOnly", deed.details().reads());
        fields.text("awsRegion", deed.target().region());
        fields.text("recipientAccountId", deed.target().subscription());
        fields.text("requestID", caller.requestId());
        fields.text("correlationID", caller.correlationId());
        caller.clientRequestId().ifPresent(own -> fields.text("clientRequestID", own));
        caller.origin().trace().ifPresent(trace -> fields.text("traceID", trace.traceId()));
        fields.textIfAny("apiVersion", caller.context().apiVersion());
        fields.textIfAny("errorCode", deed.details().errorCode());
        addIdentity(fields, caller);
        fields.openOnly("resources");
        fields.text("ARN", deed.target().resourceId());
        fields.text("type", deed.target().typeName());
        fields.closeOnly();
        fields.json("requestParameters", deed.parameters());
        addExtras(fields, caller, deed.details());
        return fields.toBytes();
    }

    private static void addIdentity(AuditFields fields, Caller caller) {
        Principal principal = caller.principal();
        fields.open(IDENTITY);
        fields.text("type", principal.type());
        if (!principal.id().equals(Principal.UNKNOWN)) {
            fields.text("principalId", principal.id().toString());
        }
        caller.context().key().ifPresent(key -> {
            fields.textIfAny("accountId", key.account());
            fields.textIfAny("accessKeyId", key.id());
        });
        long issued = caller.subject().issuedAt();
        if (issued > 0 && issued != Long.MAX_VALUE) {
            fields.open("sessionContext").open("attributes");
            fields.text(
                    "creationDate",
                    Instant.ofEpochMilli(issued).truncatedTo(ChronoUnit.SECONDS).toString());
            fields.close().close();
        }
        fields.close();
    }

    /// What the format has no other place for.
    private static void addExtras(AuditFields fields, Caller caller, Deed.Details details) {
        fields.open("additionalEventData");
        fields.textIfAny("door", caller.context().door());
        if (!caller.permits().isEmpty()) {
            Permit permit = caller.permits().getLast();
            fields.text("action", permit.action().name());
            fields.text("scope", permit.scope().toString());
            fields.textIfAny("roleAssignment", permit.because().assignment());
            fields.textIfAny("role", permit.because().role());
        }
        fields.textIfAny("etagBefore", details.etagBefore());
        fields.textIfAny("etagAfter", details.etagAfter());
        if (details.changes().length > 0) {
            fields.json("changes", details.changes());
        }
        fields.close();
    }

    /// A record as it is shown: with what names a person in its place, if that is still there.
    byte[] shown(AuditRow row) {
        if (row.personal().length == 0) {
            return row.record();
        }
        ObjectNode record = (ObjectNode) json.readTree(row.record());
        ObjectNode personal = row.isErased()
                ? JsonNodeFactory.instance.objectNode().put("userName", "(erased)")
                : (ObjectNode) json.readTree(row.personal());
        ObjectNode identity = record.withObject("/" + IDENTITY);
        PERSONAL_OF_IDENTITY.forEach(name -> copy(personal, name, identity));
        PERSONAL.forEach(name -> copy(personal, name, record));
        return json.writeValueAsBytes(record);
    }

    private static void copy(ObjectNode from, String name, ObjectNode to) {
        if (from.has(name)) {
            to.set(name, from.path(name));
        }
    }
}
