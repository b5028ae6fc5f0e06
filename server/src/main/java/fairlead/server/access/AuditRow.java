package fairlead.server.access;

import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/// A row of the audit trail, whole: what its leaf in the log is the hash of.
///
/// @param record a JSON object that names no person
/// @param personal what names one: a JSON object with a salt; no bytes for a row of an earlier version. Once
///     it is erased, a byte 0 and the hash of what was there
public record AuditRow(Instant at, Keys keys, byte[] record, byte[] personal) {

    /// By what it is found.
    ///
    /// @param resourceKey the address in lower case; empty for what has a subject
    /// @param subject the uid of the resource
    public record Keys(
            String subscription, String correlationId, String resourceKey, Optional<String> subject, String plane) {}

    /// The columns in the order in which [#of] reads them.
    public static final String COLUMNS =
            "at, subscription, correlation_id, resource_key, subject, plane, record, personal";

    /// How long a hash is.
    public static final int HASH = 32;

    private static final MessageDigest SHA_256 = fresh();
    private static final byte LEAF = 0;
    private static final byte ERASED = 0;

    public static AuditRow of(Row row) throws SQLException {
        return new AuditRow(
                row.time(),
                new Keys(row.text(), row.text(), row.text(), row.textIfAny(), row.text()),
                row.bytes(),
                row.bytesIfAny().orElse(new byte[0]));
    }

    /// All but what is personal, in the form that is hashed.
    public byte[] encoded() {
        return RecordTable.encoded(
                at, keys.subscription, keys.correlationId, keys.resourceKey, keys.subject, keys.plane, record);
    }

    /// "Merkle Tree Hash" of a leaf ("RFC 6962", section 2.1): of the byte 0 and of the row.
    public byte[] leaf() {
        return leaf(encoded(), personalHash());
    }

    /// The hash of a row.
    ///
    /// @param encoded see [#encoded()]
    /// @param personalHash see [#personalHash()]
    public static byte[] leaf(byte[] encoded, byte[] personalHash) {
        MessageDigest digest = sha256();
        digest.update(LEAF);
        digest.update(encoded);
        digest.update(RecordTable.encoded((Object) personalHash));
        return digest.digest();
    }

    /// By which the leaf covers what is personal, so that it can be erased; no bytes if there is nothing.
    public byte[] personalHash() {
        if (personal.length == 0) {
            return personal;
        }
        return isErased() ? Arrays.copyOfRange(personal, 1, personal.length) : sha256().digest(personal);
    }

    /// Whether what was personal is gone.
    public boolean isErased() {
        return personal.length > 0 && personal[0] == ERASED;
    }

    /// The same without what is personal, whose hash stays.
    public byte[] erased() {
        byte[] erased = new byte[1 + HASH];
        System.arraycopy(personalHash(), 0, erased, 1, HASH);
        return erased;
    }

    /// A copy of one that is ready takes less than a new one.
    static MessageDigest sha256() {
        try {
            return (MessageDigest) SHA_256.clone();
        } catch (CloneNotSupportedException notThisPlatforms) {
            return fresh();
        }
    }

    private static MessageDigest fresh() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
