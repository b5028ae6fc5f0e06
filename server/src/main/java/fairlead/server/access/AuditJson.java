package fairlead.server.access;

import fairlead.server.access.AuditTrail.Deed;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The JSON of audit records: "CloudTrail record contents for management, data, and network activity events".
/// What names a person is written apart, and put into its place when the record is read.
final class AuditJson {

    /// What a record has besides what was asked for.
    private static final int USUAL = 1536;

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

    private byte[] personal(byte[] salt, Caller caller, Deed deed) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator part = json.createGenerator(bytes)) {
            part.writeStartObject();
            part.writeStringProperty("salt", Base64.getEncoder().encodeToString(salt));
            part.writeStringProperty("userName", caller.principal().name());
            part.writeStringProperty("sourceIPAddress", caller.address());
            write(part, "userAgent", caller.context().userAgent());
            caller.context().key().ifPresent(key -> write(part, "arn", key.arn()));
            write(part, "errorMessage", deed.details().errorMessage());
            part.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private byte[] record(Instant now, UUID id, Caller caller, Deed deed) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(deed.parameters().length + USUAL);
        boolean managing = deed.plane() == Plane.CONTROL;
        try (JsonGenerator entry = json.createGenerator(bytes)) {
            entry.writeStartObject();
            entry.writeStringProperty("eventVersion", "1.11");
            entry.writeStringProperty("eventID", id.toString());
            entry.writeStringProperty("eventTime", now.toString());
            entry.writeStringProperty("eventSource", "fairlead");
            entry.writeStringProperty("eventName", deed.name());
            entry.writeStringProperty("eventType", "ApiCall");
            entry.writeStringProperty("eventCategory", managing ? "Management" : "Data");
            entry.writeBooleanProperty("managementEvent", managing);
            entry.writeBooleanProperty("readOnly", deed.details().reads());
            entry.writeStringProperty("awsRegion", deed.target().region());
            entry.writeStringProperty("recipientAccountId", deed.target().subscription());
            entry.writeStringProperty("requestID", caller.requestId());
            entry.writeStringProperty("correlationID", caller.correlationId());
            caller.clientRequestId().ifPresent(own -> entry.writeStringProperty("clientRequestID", own));
            caller.origin().trace().ifPresent(trace -> entry.writeStringProperty("traceID", trace.traceId()));
            write(entry, "apiVersion", caller.context().apiVersion());
            write(entry, "errorCode", deed.details().errorCode());
            writeIdentity(entry, caller);
            entry.writeArrayPropertyStart("resources");
            entry.writeStartObject();
            entry.writeStringProperty("ARN", deed.target().resourceId());
            entry.writeStringProperty("type", deed.target().typeName());
            entry.writeEndObject();
            entry.writeEndArray();
            writeRaw(entry, "requestParameters", deed.parameters());
            writeExtras(entry, caller, deed.details());
            entry.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void writeIdentity(JsonGenerator entry, Caller caller) {
        Principal principal = caller.principal();
        entry.writeObjectPropertyStart(IDENTITY);
        entry.writeStringProperty("type", principal.type());
        if (!principal.id().equals(Principal.UNKNOWN)) {
            entry.writeStringProperty("principalId", principal.id().toString());
        }
        caller.context().key().ifPresent(key -> {
            write(entry, "accountId", key.account());
            write(entry, "accessKeyId", key.id());
        });
        long issued = caller.subject().issuedAt();
        if (issued > 0 && issued != Long.MAX_VALUE) {
            entry.writeObjectPropertyStart("sessionContext");
            entry.writeObjectPropertyStart("attributes");
            entry.writeStringProperty(
                    "creationDate", Instant.ofEpochSecond(issued).toString());
            entry.writeEndObject();
            entry.writeEndObject();
        }
        entry.writeEndObject();
    }

    /// What the format has no other place for.
    private static void writeExtras(JsonGenerator entry, Caller caller, Deed.Details details) {
        entry.writeObjectPropertyStart("additionalEventData");
        write(entry, "door", caller.context().door());
        if (!caller.permits().isEmpty()) {
            Permit permit = caller.permits().getLast();
            entry.writeStringProperty("action", permit.action().name());
            entry.writeStringProperty("scope", permit.scope().toString());
            write(entry, "roleAssignment", permit.because().assignment());
            write(entry, "role", permit.because().role());
        }
        write(entry, "etagBefore", details.etagBefore());
        write(entry, "etagAfter", details.etagAfter());
        if (details.changes().length > 0) {
            writeRaw(entry, "changes", details.changes());
        }
        entry.writeEndObject();
    }

    private static void write(JsonGenerator entry, String name, String value) {
        if (!value.isEmpty()) {
            entry.writeStringProperty(name, value);
        }
    }

    private static void writeRaw(JsonGenerator entry, String name, byte[] document) {
        entry.writeName(name);
        entry.writeRawValue(new String(document, StandardCharsets.UTF_8));
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
