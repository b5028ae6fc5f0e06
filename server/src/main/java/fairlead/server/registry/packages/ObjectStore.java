package fairlead.server.registry.packages;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The SQL of the tables of objects and of uploads in parts.
final class ObjectStore {

    /// Between an account and its bucket; no bucket has one in its name.
    private static final String SEPARATOR = "/";

    private static final String COLUMNS = "bucket, name, etag, media_type, size, stored_at";

    private static final String PUT = """
        INSERT INTO stored_object (bucket, name, etag, media_type, size, stored_at, content)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (bucket, name) DO UPDATE SET etag = excluded.etag, media_type = excluded.media_type,
          size = excluded.size, stored_at = excluded.stored_at, content = excluded.content
        """;

    private static final String FIND = "SELECT " + COLUMNS + " FROM stored_object WHERE bucket = ? AND name = ?";

    private static final String READ =
            "SELECT substr(content, ?, ?) FROM stored_object WHERE bucket = ? AND name = ? AND etag = ?";

    private static final String LIST = "SELECT " + COLUMNS + """
         FROM stored_object WHERE bucket = ? AND name >= ? AND name > ? ORDER BY name LIMIT ?
        """;

    private static final String BUCKETS = "SELECT DISTINCT bucket FROM stored_object ORDER BY bucket";

    private static final String DELETE = "DELETE FROM stored_object WHERE bucket = ? AND name = ?";

    private static final String BEGIN_UPLOAD =
            "INSERT INTO upload (id, bucket, name, media_type, begun_at) VALUES (?, ?, ?, ?, ?)";

    private static final String FIND_UPLOAD = "SELECT media_type FROM upload WHERE id = ? AND bucket = ? AND name = ?";

    private static final String PUT_PART = """
        INSERT INTO upload_part (upload, number, etag, size, content) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (upload, number) DO UPDATE SET etag = excluded.etag, size = excluded.size,
          content = excluded.content
        """;

    private static final String LIST_PARTS =
            "SELECT number, etag, size FROM upload_part WHERE upload = ? ORDER BY number";

    private static final String READ_PART = "SELECT content FROM upload_part WHERE upload = ? AND number = ?";

    private static final String DELETE_PARTS = "DELETE FROM upload_part WHERE upload = ?";

    private static final String DELETE_UPLOAD = "DELETE FROM upload WHERE id = ?";

    private static final String STALE_UPLOADS = "SELECT id FROM upload WHERE begun_at < ?";

    private final String prefix;

    /// @param account whose objects they are; empty for the operator's
    ObjectStore(String account) {
        prefix = account.isEmpty() ? "" : account + SEPARATOR;
    }

    private String stored(String bucket) {
        return prefix + bucket;
    }

    void put(Transaction transaction, StoredObject object, byte[] content) {
        transaction.update(
                PUT,
                stored(object.name().bucket()),
                object.name().key(),
                object.etag(),
                object.mediaType(),
                object.size(),
                object.storedAt(),
                content);
    }

    Optional<StoredObject> find(Transaction transaction, ObjectName name) {
        return transaction.one(FIND, this::object, stored(name.bucket()), name.key());
    }

    /// Some of an object's bytes; empty if it is not what it was.
    Optional<byte[]> read(Transaction transaction, StoredObject object, long offset, long length) {
        return transaction.one(
                READ,
                Row::bytes,
                Math.toIntExact(offset + 1),
                Math.toIntExact(length),
                stored(object.name().bucket()),
                object.name().key(),
                object.etag());
    }

    /// The bucket's objects by name, from a name on and behind another.
    List<StoredObject> list(Transaction transaction, String bucket, String from, String after, int limit) {
        return transaction.query(LIST, this::object, stored(bucket), from, after, limit);
    }

    List<String> buckets(Transaction transaction) {
        return transaction.query(BUCKETS, Row::text).stream()
                .filter(bucket -> bucket.startsWith(prefix))
                .map(bucket -> bucket.substring(prefix.length()))
                .filter(bucket -> !bucket.contains(SEPARATOR))
                .toList();
    }

    boolean delete(Transaction transaction, ObjectName name) {
        return transaction.update(DELETE, stored(name.bucket()), name.key()) > 0;
    }

    void beginUpload(Transaction transaction, String id, ObjectName name, String mediaType, Instant now) {
        transaction.update(BEGIN_UPLOAD, id, stored(name.bucket()), name.key(), mediaType, now);
    }

    /// The media type of what is uploaded.
    Optional<String> findUpload(Transaction transaction, String id, ObjectName name) {
        return transaction.one(FIND_UPLOAD, Row::text, id, stored(name.bucket()), name.key());
    }

    void putPart(Transaction transaction, String upload, UploadPart part, byte[] content) {
        transaction.update(PUT_PART, upload, part.number(), part.etag(), part.size(), content);
    }

    List<UploadPart> parts(Transaction transaction, String upload) {
        return transaction.query(
                LIST_PARTS, row -> new UploadPart((int) row.number(), row.text(), row.number()), upload);
    }

    byte[] readPart(Transaction transaction, String upload, int number) {
        return transaction.one(READ_PART, Row::bytes, upload, number).orElseThrow();
    }

    void endUpload(Transaction transaction, String id) {
        transaction.update(DELETE_PARTS, id);
        transaction.update(DELETE_UPLOAD, id);
    }

    List<String> staleUploads(Transaction transaction, Instant before) {
        return transaction.query(STALE_UPLOADS, Row::text, before);
    }

    private StoredObject object(Row row) throws SQLException {
        return new StoredObject(
                new ObjectName(row.text().substring(prefix.length()), row.text()),
                row.text(),
                row.text(),
                row.number(),
                row.time());
    }
}
