package fairlead.server.resource.record;

import fairlead.handler.Client;
import fairlead.schema.TypeName;
import fairlead.server.access.Principal;
import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.event.EventStore;
import fairlead.server.event.ResourceChange;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Origin;
import fairlead.server.type.Sealing;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// The SQL of the tables `resource` and `resource_tag`.
public final class ResourceStore {

    private static final String COLUMNS = """
         uid, arm_id, type_name, type_version, location, identifier, state, version, operation, tags, desired, properties,
         secrets, doubt, created_by, created_by_type, created_at, changed_by, changed_by_type, changed_at, sku
        """;

    private static final String FIND = "SELECT" + COLUMNS + "FROM resource WHERE arm_key = ?";

    private static final String HOLD_STATE = "SELECT state FROM resource g WHERE arm_key = ? {share}";

    private static final String FIND_BY_UID = "SELECT" + COLUMNS + "FROM resource WHERE uid = ?";

    private static final String FIND_BY_IDENTIFIER = "SELECT" + COLUMNS
            + "FROM resource WHERE subscription = ? AND location = ? AND type_name = ? AND identifier = ?";

    private static final String FIND_KNOWN = "SELECT arm_id, type_version FROM resource"
            + " WHERE subscription = ? AND location = ? AND type_name = ? AND identifier = ?";

    private static final String FIND_IDENTIFIED =
            "SELECT" + COLUMNS + "FROM resource WHERE type_name = ? AND identifier = ? ORDER BY arm_key LIMIT 100";

    private static final String FIND_TOLD =
            "SELECT" + COLUMNS + "FROM resource WHERE arn = ? ORDER BY arm_key LIMIT 100";

    private static final String TELL = "UPDATE resource SET arn = ? WHERE uid = ? AND (arn IS NULL OR arn <> ?)";

    private static final String LIST_OF_TYPE = "SELECT" + COLUMNS
            + "FROM resource WHERE type_name = ? AND subscription = ? AND uid > ? ORDER BY uid LIMIT ?";

    /// The range of keys is narrow, the index of types is not: an expression keeps the planner from that.
    private static final String LIST_BETWEEN = "SELECT" + COLUMNS
            + "FROM resource WHERE arm_key > ? AND arm_key < ? AND type_name || '' = ? ORDER BY arm_key LIMIT ?";

    private static final String INSERT = """
        INSERT INTO resource (uid, arm_key, arm_id, subscription, group_key, type_name, type_version, location,
          identifier, state, version, operation, tags, desired, properties, secrets, doubt, created_by, created_by_type,
          created_at, changed_by, changed_by_type, changed_at, sku, checksum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """;

    private static final String UPDATE = """
        UPDATE resource SET arm_id = ?, type_version = ?, state = ?, version = ?, operation = ?, tags = ?,
          desired = ?, properties = ?, secrets = ?, doubt = ?, changed_by = ?, changed_by_type = ?,
          changed_at = ?, sku = ?, checksum = CASE WHEN checksum = ? THEN CAST(? AS BIGINT) END
        WHERE uid = ? AND version = ?
        """;

    private static final String MOVE = """
        UPDATE resource SET arm_key = ?, arm_id = ?, subscription = ?, group_key = ?, version = ?, created_by = ?,
          created_by_type = ?, created_at = ?, changed_by = ?, changed_by_type = ?, changed_at = ?,
          checksum = NULL
        WHERE uid = ? AND version = ?
        """;

    /// The checksum is of a row that is as the one who changes it knows it. Of any other row there is none.
    private static final String END = end("");

    /// Apart from the other: a column that is set is taken out of its index and put in again, changed or not, which
    /// is one more page to write, anywhere in an index whose keys come in no order.
    private static final String END_AND_IDENTIFY = end("identifier = ?, ");

    /// A replacement makes what is known to its operation alone, until its record is switched to it.
    private static final String UNSETTLED = "SELECT arm_id FROM resource WHERE type_name = ? AND uid <> ?"
            + " AND (identifier IS NULL OR doubt IS NOT NULL OR state IN ('CREATING', 'UPDATING')) LIMIT 1";

    private static final String IDENTIFY = "UPDATE resource SET identifier = ?, checksum = NULL WHERE uid = ?";

    private static final String ANY_OF_IDENTIFIER =
            "SELECT arm_id FROM resource WHERE type_name = ? AND identifier = ? LIMIT 1";

    private static final String REACHED = """
        UPDATE resource SET identifier = ?, doubt = ?, version = version + 1, checksum = NULL WHERE uid = ?
        RETURNING version
        """;

    private static final String DELETE = "DELETE FROM resource WHERE uid = ?";

    /// Keeps the address that a resource is about to leave: by it the audit trail finds what it was.
    private static final String LEAVE = """
        INSERT INTO former_address (arm_key, uid) SELECT arm_key, uid FROM resource WHERE uid = ?
        ON CONFLICT DO NOTHING
        """;

    /// The order is that of the primary key, whatever index the type has.
    private static final String STORED = """
        SELECT uid, desired, properties FROM resource WHERE type_name || '' = ? AND uid > ? ORDER BY uid LIMIT ?
        """;

    private static final String SEAL = """
        UPDATE resource SET desired = ?, properties = ?, checksum = NULL WHERE uid = ? AND desired = ? AND properties = ?
        """;

    private static final String INSERT_TAG =
            "INSERT INTO resource_tag (subscription, tag_key, tag_value, uid) VALUES (?, ?, ?, ?)";

    private static final String DELETE_TAG =
            "DELETE FROM resource_tag WHERE subscription = ? AND tag_key = ? AND tag_value = ? AND uid = ?";

    private static final String LIST_TAGGED = """
        SELECT tag_value, uid FROM resource_tag
        WHERE subscription = ? AND tag_key = ? AND tag_value >= ? AND (tag_value > ? OR uid > ?)
        ORDER BY tag_value, uid LIMIT ?
        """;

    private static final String TAG_KEYS_IN_USE = """
        SELECT tag_key, count(*) FROM resource_tag WHERE subscription = ? AND tag_key > ?
        GROUP BY tag_key ORDER BY tag_key LIMIT ?
        """;

    private static final String TAG_VALUES_IN_USE = """
        SELECT tag_value, count(*) FROM resource_tag WHERE subscription = ? AND tag_key = ?
        GROUP BY tag_value ORDER BY tag_value LIMIT 1000
        """;

    private static final String LIST_IN_LOCATION = "SELECT" + COLUMNS + """
        FROM resource WHERE subscription = ? AND location = ? AND (group_key, uid) > (?, ?)
        ORDER BY group_key, uid LIMIT ?
        """;

    private static final String LIST_IN_LOCATION_AND_GROUP = "SELECT" + COLUMNS + """
        FROM resource WHERE subscription = ? AND location = ? AND group_key = ? AND uid > ?
        ORDER BY uid LIMIT ?
        """;

    private static final String LIST_ALL_BETWEEN =
            "SELECT" + COLUMNS + "FROM resource WHERE arm_key > ? AND arm_key < ? ORDER BY arm_key LIMIT ?";

    private static final String LIST_MEMBERS = """
        SELECT uid, arm_id, type_name, type_version, state, operation FROM resource
        WHERE arm_key > ? AND arm_key < ? ORDER BY arm_key
        """;

    private static final String FIND_NAMED =
            "SELECT arm_id FROM resource WHERE type_name = ? AND subscription = ? AND identifier = ? LIMIT 1";

    /// What the rows of resources consist of.
    public static final RecordTable RECORDS = ResourceChecksum.RECORDS;

    private static final String DESIRED = "desired";
    private static final String PROPERTIES = "properties";

    private final EventStore events = new EventStore();
    private final Sealing sealing;
    private final ResourceChecksum checksums;

    public ResourceStore(Sealing sealing) {
        this.sealing = sealing;
        checksums = new ResourceChecksum(sealing);
    }

    private static String end(String also) {
        return "UPDATE resource SET " + also + """
            state = ?, tags = coalesce(?, tags), desired = coalesce(?, desired),
              properties = coalesce(?, properties), secrets = coalesce(?, secrets), sku = coalesce(?, sku), doubt = ?,
              version = version + 1, checksum = CASE WHEN checksum = ? THEN CAST(? AS BIGINT) END
            WHERE uid = ?
            RETURNING version
            """;
    }

    public Optional<Resource> find(Transaction transaction, ResourceId id) {
        return transaction.one(FIND, this::resource, id.key());
    }

    /// The state of a resource that must not begin to be deleted before this transaction has ended.
    public Optional<ProvisioningState> holdState(Transaction transaction, ResourceId id) {
        return transaction.one(HOLD_STATE, row -> ProvisioningState.valueOf(row.text()), id.key());
    }

    public Optional<Resource> find(Transaction transaction, UUID uid) {
        return transaction.one(FIND_BY_UID, this::resource, uid.toString());
    }

    public Optional<Resource> findByIdentifier(
            Transaction transaction, String subscription, String location, TypeName type, String identifier) {
        return transaction.one(FIND_BY_IDENTIFIER, this::resource, subscription, location, type.toString(), identifier);
    }

    public Optional<IdentifierRecord> findKnown(
            Transaction transaction, String subscription, String location, TypeName type, String identifier) {
        return transaction.one(
                FIND_KNOWN,
                row -> new IdentifierRecord(ResourceId.parse(row.text()), (int) row.number()),
                subscription,
                location,
                type.toString(),
                identifier);
    }

    /// The resources of that identifier, in whatever account and region; the first hundred.
    public List<Resource> findIdentified(Transaction transaction, TypeName type, String identifier) {
        return transaction.query(FIND_IDENTIFIED, this::resource, type.toString(), identifier);
    }

    /// The resources whose handlers have told this ARN; the first hundred.
    List<Resource> findTold(Transaction transaction, String arn) {
        return transaction.query(FIND_TOLD, this::resource, arn);
    }

    /// Stores the ARN that a handler has told.
    public void tell(Transaction transaction, UUID uid, String arn) {
        transaction.update(TELL, arn, uid.toString(), arn);
    }

    /// Whether there is a resource of that identifier, in any account and region.
    public boolean isAnyOf(Transaction transaction, TypeName type, String identifier) {
        return transaction
                .one(ANY_OF_IDENTIFIER, Row::text, type.toString(), identifier)
                .isPresent();
    }

    /// Whether there may be physical resources that belong to a resource of the type and that its record does not name,
    /// in any account and region.
    ///
    /// @param but the resource that does not count
    public boolean isAnyUnsettled(Transaction transaction, TypeName type, UUID but) {
        return transaction
                .one(UNSETTLED, Row::text, type.toString(), but.toString())
                .isPresent();
    }

    /// The subscription's resources of a type, the oldest first.
    public List<Resource> listOfType(
            Transaction transaction, TypeName type, String subscription, String afterUid, int limit) {
        return transaction.query(LIST_OF_TYPE, this::resource, type.toString(), subscription, afterUid, limit);
    }

    /// The resources of a type whose keys lie strictly between two keys, in the order of the keys.
    public List<Resource> listBetween(Transaction transaction, TypeName type, String after, String before, int limit) {
        return transaction.query(LIST_BETWEEN, this::resource, after, before, type.toString(), limit);
    }

    /// The resources whose keys lie strictly between two keys, in the order of the keys.
    public List<Resource> listBetween(Transaction transaction, String after, String before, int limit) {
        return transaction.query(LIST_ALL_BETWEEN, this::resource, after, before, limit);
    }

    /// The resources whose keys begin so.
    public List<Member> members(Transaction transaction, String prefix) {
        return transaction.query(
                LIST_MEMBERS,
                row -> new Member(
                        row.text(),
                        ResourceId.parse(row.text()),
                        TypeName.parse(row.text()),
                        (int) row.number(),
                        ProvisioningState.valueOf(row.text()),
                        row.textIfAny().flatMap(OperationId::parse)),
                prefix,
                prefix.substring(0, prefix.length() - 1) + "0");
    }

    /// A resource's value of a tag.
    public record Tagged(String value, String uid) {}

    /// Who has a tag, in the order of its values and then of the resources' ids, behind that value and id.
    public List<Tagged> listTagged(Transaction transaction, String subscription, String key, Tagged after, int limit) {
        return transaction.query(
                LIST_TAGGED,
                row -> new Tagged(row.text(), row.text()),
                subscription,
                key,
                after.value(),
                after.value(),
                after.uid(),
                limit);
    }

    /// Whether others were created on behalf of this resource.
    public boolean isOwner(Transaction transaction, ResourceId id) {
        String key = Client.CREATED_FOR.toLowerCase(Locale.ROOT);
        return listTagged(transaction, id.subscription(), key, new Tagged(id.toString(), ""), 1).stream()
                .anyMatch(tagged -> tagged.value().equals(id.toString()));
    }

    /// The tags that the subscription's resources have, by key, behind that key; of each the first thousand values.
    public List<TagUse> tagsInUse(Transaction transaction, String subscription, String after, int limit) {
        record Key(String key, long count) {}
        List<Key> keys = transaction.query(
                TAG_KEYS_IN_USE, row -> new Key(row.text(), row.number()), subscription, after, limit);
        return keys.stream()
                .map(key -> new TagUse(
                        key.key,
                        key.count,
                        transaction.query(
                                TAG_VALUES_IN_USE,
                                row -> new TagUse.Value(row.text(), row.number()),
                                subscription,
                                key.key)))
                .toList();
    }

    /// The resources in a location behind that one, group by group, the oldest first.
    public List<Resource> listInLocation(
            Transaction transaction, String subscription, String location, String group, String afterUid, int limit) {
        return transaction.query(LIST_IN_LOCATION, this::resource, subscription, location, group, afterUid, limit);
    }

    /// The resources of a group in a location, the oldest first.
    public List<Resource> listInLocationAndGroup(
            Transaction transaction, String subscription, String location, String group, String afterUid, int limit) {
        return transaction.query(
                LIST_IN_LOCATION_AND_GROUP, this::resource, subscription, location, group, afterUid, limit);
    }

    /// The id of a resource with that identifier anywhere in the subscription.
    public Optional<String> findNamed(Transaction transaction, TypeName type, String subscription, String identifier) {
        return transaction.one(FIND_NAMED, Row::text, type.toString(), subscription, identifier);
    }

    /// The row of a new resource.
    public PreparedInsert prepareInsert(Resource resource) {
        SystemData data = resource.systemData();
        return new PreparedInsert(
                resource,
                List.of(
                        resource.uid().toString(),
                        resource.id().key(),
                        resource.id().toString(),
                        resource.id().subscription(),
                        resource.id().groupKey(),
                        resource.typeName().toString(),
                        resource.typeVersion(),
                        resource.location(),
                        resource.identifier(),
                        resource.state().name(),
                        resource.version(),
                        resource.operation().map(OperationId::toString),
                        resource.tags(),
                        stored(resource, resource.desired(), DESIRED),
                        stored(resource, resource.properties(), PROPERTIES),
                        resource.secrets(),
                        resource.doubt(),
                        data.createdBy().name(),
                        data.createdBy().type(),
                        data.createdAt(),
                        data.changedBy().name(),
                        data.changedBy().type(),
                        data.changedAt(),
                        sku(resource),
                        checksums.of(resource)));
    }

    /// False if the address or the identifier is taken.
    public boolean insert(Transaction transaction, PreparedInsert row) {
        boolean made = transaction.update(INSERT, row.values().toArray()) == 1;
        if (made) {
            indexTags(transaction, INSERT_TAG, row.resource());
            sealing.quotas().made(transaction, row.resource().counted());
        }
        return made;
    }

    public boolean insert(Transaction transaction, Resource resource) {
        return insert(transaction, prepareInsert(resource));
    }

    private byte[] stored(Resource resource, byte[] document, String part) {
        return sealing.stored(resource.typeName(), document, resource.uid(), part);
    }

    private static Optional<byte[]> sku(Resource resource) {
        return resource.sku().length == 0 ? Optional.empty() : Optional.of(resource.sku());
    }

    private static void indexTags(Transaction transaction, String statement, Resource resource) {
        String subscription = resource.id().subscription();
        String uid = resource.uid().toString();
        Documents.texts(resource.tags())
                .forEach((key, value) ->
                        transaction.update(statement, subscription, key.toLowerCase(Locale.ROOT), value, uid));
    }

    /// Stores the next version, which has the same identifier; false if the present one is not the one before it.
    public boolean update(Transaction transaction, Resource present, Resource next) {
        SystemData data = next.systemData();
        boolean held = transaction.update(
                        UPDATE,
                        next.id().toString(),
                        next.typeVersion(),
                        next.state().name(),
                        next.version(),
                        next.operation().map(OperationId::toString),
                        next.tags(),
                        stored(next, next.desired(), DESIRED),
                        stored(next, next.properties(), PROPERTIES),
                        next.secrets(),
                        next.doubt(),
                        data.changedBy().name(),
                        data.changedBy().type(),
                        data.changedAt(),
                        sku(next),
                        checksums.of(present),
                        checksums.of(next),
                        next.uid().toString(),
                        next.version() - 1)
                == 1;
        if (held && !Arrays.equals(present.tags(), next.tags())) {
            indexTags(transaction, DELETE_TAG, present);
            indexTags(transaction, INSERT_TAG, next);
        }
        if (held && !present.identifier().equals(next.identifier())) {
            identify(transaction, next);
        }
        return held;
    }

    /// Stores the next version, which differs in its id and who made it when; false if the present one is not the one
    /// before it.
    public boolean move(Transaction transaction, Resource present, Resource next) {
        SystemData data = next.systemData();
        transaction.update(LEAVE, present.uid().toString());
        boolean held = transaction.update(
                        MOVE,
                        next.id().key(),
                        next.id().toString(),
                        next.id().subscription(),
                        next.id().groupKey(),
                        next.version(),
                        data.createdBy().name(),
                        data.createdBy().type(),
                        data.createdAt(),
                        data.changedBy().name(),
                        data.changedBy().type(),
                        data.changedAt(),
                        next.uid().toString(),
                        next.version() - 1)
                == 1;
        if (held && !present.id().subscription().equals(next.id().subscription())) {
            indexTags(transaction, DELETE_TAG, present);
            indexTags(transaction, INSERT_TAG, next);
        }
        if (held) {
            sealing.quotas().moved(transaction, present.counted(), next.counted());
        }
        return held;
    }

    /// What the end of an operation changes.
    public PreparedEnd prepareEnd(Resource resource, EndState end) {
        boolean identifies = end.identifier().isPresent() && !end.identifier().equals(resource.identifier());
        List<Object> values = new ArrayList<>(11);
        if (identifies) {
            values.add(end.identifier());
        }
        Collections.addAll(
                values,
                end.state().name(),
                end.tags(),
                end.desired().map(document -> stored(resource, document, DESIRED)),
                end.properties().map(document -> stored(resource, document, PROPERTIES)),
                end.secrets(),
                end.sku(),
                end.doubt(),
                checksums.of(resource),
                checksums.of(resource.ended(resource.version() + 1, end)),
                resource.uid().toString());
        return new PreparedEnd(resource, end, identifies, values);
    }

    /// The resource as it is then.
    public Resource end(Transaction transaction, Instant now, Origin origin, PreparedEnd prepared) {
        Resource resource = prepared.resource();
        EndState end = prepared.end();
        List<Long> version = transaction.change(
                prepared.identifies() ? END_AND_IDENTIFY : END,
                Row::number,
                prepared.values().toArray());
        append(transaction, now, origin, end.state().word(), resource, version.getFirst());
        Resource ended = resource.ended(version.getFirst(), end);
        if (!Arrays.equals(resource.tags(), ended.tags())) {
            indexTags(transaction, DELETE_TAG, resource);
            indexTags(transaction, INSERT_TAG, ended);
        }
        return ended;
    }

    /// Stores the identifier that the resource has, or that it has none.
    public void identify(Transaction transaction, Resource resource) {
        transaction.update(IDENTIFY, resource.identifier(), resource.uid().toString());
    }

    /// Stores an identifier as soon as the handler has told it, or forgets one when there is nothing behind it.
    ///
    /// @param next the identifier and the doubt that the resource has from now on
    public void reached(Transaction transaction, Instant now, Origin origin, Resource resource, Resource next) {
        String uid = resource.uid().toString();
        List<Long> version = transaction.change(REACHED, Row::number, next.identifier(), next.doubt(), uid);
        append(transaction, now, origin, "Identified", resource, version.getFirst());
    }

    /// The documents of a resource as they lie in the database, sealed or in clear.
    record Stored(String uid, byte[] desired, byte[] properties) {

        boolean isClear() {
            return isClear(desired) || isClear(properties);
        }

        private static boolean isClear(byte[] document) {
            return document.length > 0 && !Vault.isSealed(document);
        }
    }

    /// The documents of a type's resources, by uid.
    List<Stored> stored(Transaction transaction, TypeName type, String afterUid, int limit) {
        return transaction.query(
                STORED, row -> new Stored(row.text(), row.bytes(), row.bytes()), type.toString(), afterUid, limit);
    }

    /// Seals the documents of a resource, whose version stays what it is; false if they have changed meanwhile.
    boolean seal(Transaction transaction, TypeName type, Stored present) {
        String uid = present.uid();
        byte[] desired = sealing.open(present.desired(), uid, DESIRED);
        byte[] properties = sealing.open(present.properties(), uid, PROPERTIES);
        return transaction.update(
                        SEAL,
                        sealing.stored(type, desired, uid, DESIRED),
                        sealing.stored(type, properties, uid, PROPERTIES),
                        uid,
                        present.desired(),
                        present.properties())
                == 1;
    }

    public void delete(Transaction transaction, Resource resource) {
        indexTags(transaction, DELETE_TAG, resource);
        transaction.update(LEAVE, resource.uid().toString());
        if (transaction.update(DELETE, resource.uid().toString()) == 1) {
            sealing.quotas().gone(transaction, resource.counted());
        }
    }

    /// Appends to the feed of what happened to resources.
    public void append(
            Transaction transaction, Instant now, Origin origin, String kind, Resource resource, long version) {
        events.tell(
                transaction,
                new ResourceChange(
                        now,
                        origin,
                        kind,
                        resource.uid().toString(),
                        resource.id().toString(),
                        version,
                        resource.operation().map(OperationId::toString)));
    }

    private Resource resource(Row row) throws SQLException {
        UUID uid = UUID.fromString(row.text());
        ResourceId id = ResourceId.parse(row.text());
        TypeName typeName = TypeName.parse(row.text());
        int typeVersion = (int) row.number();
        String location = row.text();
        Optional<String> identifier = row.textIfAny();
        ProvisioningState state = ProvisioningState.valueOf(row.text());
        long version = row.number();
        Optional<OperationId> operation = row.textIfAny().flatMap(OperationId::parse);
        byte[] tags = row.bytes();
        byte[] desired = sealing.open(row.bytes(), uid, DESIRED);
        byte[] properties = sealing.open(row.bytes(), uid, PROPERTIES);
        byte[] secrets = row.bytesIfAny().orElse(new byte[0]);
        Optional<String> doubt = row.textIfAny();
        SystemData data = new SystemData(
                new Principal(row.text(), row.text()), row.time(), new Principal(row.text(), row.text()), row.time());
        byte[] sku = row.bytesIfAny().orElse(Skus.NONE);
        return new Resource(
                new Resource.Identity(uid, id, typeName, typeVersion, location, identifier),
                new Resource.Status(state, version, operation, doubt),
                new Resource.Content(tags, desired, properties, secrets, sku),
                data);
    }
}
