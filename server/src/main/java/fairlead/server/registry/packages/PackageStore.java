package fairlead.server.registry.packages;

import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.limit.quota.Measured;
import fairlead.server.limit.quota.Quotas;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/// The verbs on uploaded objects.
///
/// An object is there as a whole or not at all, and durable once [#put] returns. Uploads in parts that no caller
/// completes are forgotten after a day.
public final class PackageStore {

    /// The largest object, in bytes: as large as the largest package of a type.
    public static final int LARGEST = 128 << 20;

    /// The media type of what came without one.
    public static final String UNTYPED = "binary/octet-stream";

    private static final Duration UPLOAD_LIMIT = Duration.ofDays(1);

    private final ObjectStore store;
    private final String account;
    private final Quotas quotas;
    private final Database database;
    private final Clock clock;
    private final Supplier<UUID> ids;

    /// The operator's packages.
    public PackageStore(Database database, Quotas quotas, Clock clock, Supplier<UUID> ids) {
        this("", database, quotas, clock, ids);
    }

    private PackageStore(String account, Database database, Quotas quotas, Clock clock, Supplier<UUID> ids) {
        store = new ObjectStore(account);
        this.account = account;
        this.quotas = quotas;
        this.database = database;
        this.clock = clock;
        this.ids = ids;
    }

    /// The packages of an account, which no other account sees.
    ///
    /// @param account its subscription; empty for the operator
    public PackageStore of(String account) {
        return new PackageStore(account, database, quotas, clock, ids);
    }

    private <T> T growing(Transaction transaction, Supplier<T> change) {
        return quotas.changing(transaction, Set.of(Measured.PACKAGE_BYTES), account, change);
    }

    /// Stores an object in place of what had its name. Like all that adds bytes, a problem if they are more than the
    /// quota.
    public StoredObject put(ObjectName name, String mediaType, byte[] content) {
        requireRoom(content.length);
        StoredObject object = new StoredObject(
                name, HexFormat.of().formatHex(md5(content)), mediaType, content.length, clock.instant());
        return database.write(transaction -> growing(transaction, () -> {
            store.put(transaction, object, content);
            return object;
        }));
    }

    public Optional<StoredObject> find(ObjectName name) {
        return database.read(transaction -> store.find(transaction, name));
    }

    /// Some of an object's bytes; empty if another has taken its place since it was found.
    public Optional<byte[]> read(StoredObject object, long offset, long length) {
        return database.read(transaction -> store.read(transaction, object, offset, length));
    }

    /// A whole object.
    public Optional<byte[]> read(ObjectName name) {
        return find(name).flatMap(object -> read(object, 0, object.size()));
    }

    /// Depot whose keys begin so, by key.
    ///
    /// @param after a key, or no characters to begin with the first
    public List<StoredObject> list(String bucket, String prefix, String after, int limit) {
        List<StoredObject> found = database.read(transaction -> store.list(transaction, bucket, prefix, after, limit));
        return found.stream()
                .takeWhile(object -> object.name().key().startsWith(prefix))
                .toList();
    }

    /// The buckets that have objects.
    public List<String> buckets() {
        return database.read(store::buckets);
    }

    /// False if there was none.
    public boolean delete(ObjectName name) {
        return database.write(transaction -> store.delete(transaction, name));
    }

    // -- in parts ---------------------------------------------------------------------------------------------------

    /// Begins an upload in parts; its id.
    public String beginUpload(ObjectName name, String mediaType) {
        String id = ids.get().toString();
        return database.write(transaction -> {
            store.staleUploads(transaction, clock.instant().minus(UPLOAD_LIMIT))
                    .forEach(stale -> store.endUpload(transaction, stale));
            store.beginUpload(transaction, id, name, mediaType, clock.instant());
            return id;
        });
    }

    /// Stores a part, in place of one with its number.
    public UploadPart putPart(String upload, ObjectName name, int number, byte[] content) {
        UploadPart part = new UploadPart(number, HexFormat.of().formatHex(md5(content)), content.length);
        return database.write(transaction -> growing(transaction, () -> {
            requireUpload(transaction, upload, name);
            long others = store.parts(transaction, upload).stream()
                    .filter(known -> known.number() != number)
                    .mapToLong(UploadPart::size)
                    .sum();
            requireRoom(others + content.length);
            store.putPart(transaction, upload, part, content);
            return part;
        }));
    }

    /// Makes the object of its parts.
    ///
    /// @param etags of the parts that it is made of, by their numbers
    public StoredObject completeUpload(String upload, ObjectName name, Map<Integer, String> etags) {
        return database.write(transaction -> growing(transaction, () -> {
            String mediaType = requireUpload(transaction, upload, name);
            List<UploadPart> parts = chosen(store.parts(transaction, upload), etags);
            List<byte[]> contents = new ArrayList<>();
            parts.forEach(part -> contents.add(store.readPart(transaction, upload, part.number())));
            byte[] whole = joined(contents);
            StoredObject object = new StoredObject(name, etagOf(parts), mediaType, whole.length, clock.instant());
            store.put(transaction, object, whole);
            store.endUpload(transaction, upload);
            return object;
        }));
    }

    /// Forgets an upload and its parts.
    public void abortUpload(String upload, ObjectName name) {
        database.write(transaction -> {
            requireUpload(transaction, upload, name);
            store.endUpload(transaction, upload);
            return upload;
        });
    }

    private static List<UploadPart> chosen(List<UploadPart> stored, Map<Integer, String> etags) {
        List<UploadPart> chosen = stored.stream()
                .filter(part -> part.etag().equals(etags.get(part.number())))
                .toList();
        if (chosen.isEmpty() || chosen.size() != etags.size()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_PART,
                    "One or more of the specified parts could not be found. The part may not have been uploaded, or"
                            + " the specified entity tag may not match the part's entity tag."));
        }
        return chosen;
    }

    private static String etagOf(List<UploadPart> parts) {
        List<byte[]> digests =
                parts.stream().map(part -> HexFormat.of().parseHex(part.etag())).toList();
        return HexFormat.of().formatHex(md5(joined(digests))) + "-" + parts.size();
    }

    private static byte[] joined(List<byte[]> pieces) {
        byte[] whole = new byte[pieces.stream().mapToInt(piece -> piece.length).sum()];
        int at = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, whole, at, piece.length);
            at += piece.length;
        }
        return whole;
    }

    /// The media type of what is uploaded.
    private String requireUpload(Transaction transaction, String upload, ObjectName name) {
        return store.findUpload(transaction, upload, name)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.NO_SUCH_UPLOAD,
                        "The specified upload does not exist. The upload ID may be invalid, or the upload may have been"
                                + " aborted or completed.")));
    }

    private static void requireRoom(long size) {
        if (size > LARGEST) {
            throw new ProblemException(new Problem.BodyTooLarge(LARGEST));
        }
    }

    /// The digest that entity tags are made of; it protects nothing.
    private static byte[] md5(byte[] content) {
        try {
            return MessageDigest.getInstance("MD5").digest(content);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
