package fairlead.server.scope;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on subscriptions and resource groups.
public final class Scopes {

    private static final String PUT_SUBSCRIPTION = """
        INSERT INTO subscription (id, display_name, state, created_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET display_name = excluded.display_name, state = excluded.state
        """;

    private static final String SUBSCRIPTION_COLUMNS =
            "SELECT id, display_name, state, tags, created_at FROM subscription ";

    private static final String FIND_SUBSCRIPTION = SUBSCRIPTION_COLUMNS + "WHERE id = ?";

    private static final String LIST_SUBSCRIPTIONS = SUBSCRIPTION_COLUMNS + "WHERE id > ? ORDER BY id LIMIT ?";

    private static final String TAG_SUBSCRIPTION = "UPDATE subscription SET tags = ? WHERE id = ?";

    private static final String GROUP_COLUMNS =
            "SELECT subscription, name, location, tags, version, deletion FROM resource_group ";

    private static final String FIND_GROUP = GROUP_COLUMNS + "WHERE subscription = ? AND name_key = ?";

    private static final String HOLD_GROUP = """
        SELECT g.deletion, s.state, (SELECT count(*) FROM scope_lock l WHERE l.subscription = g.subscription)
        FROM resource_group g JOIN subscription s ON s.id = g.subscription
        WHERE g.subscription = ? AND g.name_key = ? {share}
        """;

    private static final String LIST_GROUPS =
            GROUP_COLUMNS + "WHERE subscription = ? AND name_key > ? ORDER BY name_key LIMIT ?";

    private static final String INSERT_GROUP = """
        INSERT INTO resource_group (subscription, name_key, name, location, tags, version, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (subscription, name_key) DO NOTHING
        """;

    private static final String UPDATE_GROUP = """
        UPDATE resource_group SET name = ?, tags = ?, version = version + 1
        WHERE subscription = ? AND name_key = ? AND version = ?
        """;

    private static final String DELETE_GROUP = "DELETE FROM resource_group WHERE subscription = ? AND name_key = ?";

    private static final String MARK_DELETION =
            "UPDATE resource_group SET deletion = ?, version = version + 1 WHERE subscription = ? AND name_key = ?";

    private static final String ANY_RESOURCE_IN =
            "SELECT arm_id FROM resource WHERE arm_key > ? AND arm_key < ? LIMIT 1";

    private static final int GROUPS_AT_ONCE = 1_000;

    private static final Set<String> OUT_OF_ORDER = Set.of("Warned", "Suspended", "Unregistered", "Deleted");

    private final Database database;
    private final AuditTrail audit;
    private final Locations locations;
    private final Clock clock;
    private final Placements placements;

    /// @param ids makes the passes of cells, unguessable ones
    public Scopes(Database database, AuditTrail audit, Locations locations, Clock clock, Supplier<UUID> ids) {
        this.database = database;
        this.audit = audit;
        this.locations = locations;
        this.clock = clock;
        placements = new Placements(database, locations, ids);
    }

    /// What a PUT of a group did.
    public record Put(ResourceGroup group, boolean created) {}

    /// What a caller demands of the group that is there, or of there being none.
    public interface Demand {

        Demand NONE = _ -> {};

        /// A problem if it is not so.
        void require(Optional<ResourceGroup> present);
    }

    public Locations locations() {
        return locations;
    }

    public Placements placements() {
        return placements;
    }

    public Subscription putSubscription(String id, String displayName, String state) {
        return database.write(transaction -> putSubscription(transaction, id, displayName, state));
    }

    Subscription putSubscription(Transaction transaction, String id, String displayName, String state) {
        transaction.update(PUT_SUBSCRIPTION, key(id), displayName, state, clock.instant());
        return subscription(transaction, id);
    }

    /// The subscription, or a problem if there is none.
    public Subscription subscription(String id) {
        return findSubscription(id).orElseThrow(() -> new ProblemException(subscriptionNotFound(id)));
    }

    /// The subscription, if there is one.
    public Optional<Subscription> findSubscription(String id) {
        String key = id.toLowerCase(Locale.ROOT);
        return database.read(transaction -> transaction.one(FIND_SUBSCRIPTION, Scopes::subscription, key));
    }

    Subscription subscription(Transaction transaction, String id) {
        return transaction
                .one(FIND_SUBSCRIPTION, Scopes::subscription, key(id))
                .orElseThrow(() -> new ProblemException(subscriptionNotFound(id)));
    }

    /// As [#subscriptions(String, int)], only those that fit.
    public List<Subscription> subscriptions(String after, int limit, Predicate<Subscription> fits) {
        List<Subscription> found = new ArrayList<>();
        String mark = after;
        while (true) {
            List<Subscription> next = subscriptions(mark, GROUPS_AT_ONCE);
            next.stream().filter(fits).limit(limit - found.size()).forEach(found::add);
            if (next.size() < GROUPS_AT_ONCE || found.size() == limit) {
                return found;
            }
            mark = next.getLast().id();
        }
    }

    public List<Subscription> subscriptions(String after, int limit) {
        return database.read(transaction -> transaction.query(LIST_SUBSCRIPTIONS, Scopes::subscription, after, limit));
    }

    /// Changes a subscription's tags; those that it has then.
    public ObjectNode tagSubscription(Caller caller, String id, UnaryOperator<ObjectNode> change) {
        return database.write(transaction -> {
            Subscription present = transaction
                    .one(FIND_SUBSCRIPTION, Scopes::subscription, key(id))
                    .orElseThrow(() -> new ProblemException(subscriptionNotFound(id)));
            requireEnabled(id, present.state());
            String scope = "/subscriptions/" + present.id();
            Locks.requireChangeable(transaction, present.id(), scope);
            ObjectNode tags = change.apply(present.tags());
            transaction.update(TAG_SUBSCRIPTION, bytes(tags), present.id());
            AuditTrail.Deed deed = AuditTrail.Deed.managing(
                    "PutTags", present.id(), "", scope, "Resources/subscriptions", parameters(tags));
            audit.append(transaction, clock.instant(), caller, deed);
            return tags;
        });
    }

    /// Makes a group, or replaces its tags. Its location never changes.
    public Put putGroup(Caller caller, String subscription, String name, String location, ObjectNode tags) {
        return putGroup(caller, subscription, name, location, tags, Demand.NONE);
    }

    /// As [#putGroup(Caller, String, String, String, ObjectNode)], if what is there is as the caller demands.
    public Put putGroup(
            Caller caller, String subscription, String name, String location, ObjectNode tags, Demand demand) {
        requireAvailable(location);
        @Nullable String pass = Placements.given();
        return database.write(transaction -> {
            Optional<ResourceGroup> before = group(transaction, subscription, name);
            String state = requireSubscription(transaction, subscription);
            demand.require(before);
            requireEnabled(subscription, state);
            Locks.requireChangeable(transaction, subscription, groupId(subscription, name));
            if (before.isEmpty()) {
                Instant now = clock.instant();
                PlacedName placed = PlacedName.parse(groupId(subscription, name));
                placements.require(transaction, placed, Locations.normal(location), pass);
                transaction.update(
                        INSERT_GROUP,
                        subscription,
                        key(name),
                        name,
                        Locations.normal(location),
                        bytes(tags),
                        now.toEpochMilli(),
                        now);
                record(transaction, caller, "PutResourceGroup", subscription, name, location, tags);
                return new Put(group(transaction, subscription, name).orElseThrow(), true);
            }
            requireSame(before.get(), location);
            return new Put(changed(transaction, caller, before.get(), name, tags), false);
        });
    }

    private void requireAvailable(String location) {
        if (!locations.has(location)) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.LOCATION_NOT_AVAILABLE_FOR_RESOURCE_GROUP,
                    "The location '" + location + "' is not available. The available locations are '"
                            + String.join(",", locations.offered()) + "'.",
                    "/location"));
        }
    }

    private static void requireSame(ResourceGroup before, String location) {
        if (!before.location().equals(Locations.normal(location))) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.INVALID_RESOURCE_GROUP_LOCATION,
                    "The resource group '" + before.name() + "' already exists in location '" + before.location()
                            + "'; it can't be moved to '" + location + "'."));
        }
    }

    /// Refuses what [#putGroup] would refuse of the location of a group, which need not be there.
    public void requireLocation(String subscription, String name, String location) {
        requireAvailable(location);
        findGroup(subscription, name).ifPresent(before -> requireSame(before, location));
    }

    /// Changes a group's tags, if it is as the caller demands.
    public ResourceGroup tagGroup(
            Caller caller, String subscription, String name, UnaryOperator<ObjectNode> change, Demand demand) {
        return database.write(transaction -> {
            ResourceGroup before = group(transaction, subscription, name)
                    .orElseThrow(() -> new ProblemException(groupNotFound(transaction, subscription, name)));
            demand.require(Optional.of(before));
            requireEnabled(subscription, requireSubscription(transaction, subscription));
            Locks.requireChangeable(transaction, subscription, before.id());
            return changed(transaction, caller, before, before.name(), change.apply(before.tags()));
        });
    }

    /// The group, or a problem if it or its subscription does not exist.
    public ResourceGroup group(String subscription, String name) {
        return database.read(transaction -> group(transaction, subscription, name)
                .orElseThrow(() -> new ProblemException(groupNotFound(transaction, subscription, name))));
    }

    /// The group, if there is one.
    public Optional<ResourceGroup> findGroup(String subscription, String name) {
        return database.read(transaction -> group(transaction, subscription, name));
    }

    /// The group, if nothing deletes it; else a problem.
    ResourceGroup living(Transaction transaction, String subscription, String name) {
        ResourceGroup group = group(transaction, subscription, name)
                .orElseThrow(() -> new ProblemException(groupNotFound(transaction, subscription, name)));
        if (group.deletion().isPresent()) {
            throw new ProblemException(beingDeleted(name));
        }
        return group;
    }

    boolean isBeingDeleted(Transaction transaction, String subscription, String name) {
        return group(transaction, subscription, name)
                .filter(group -> group.deletion().isPresent())
                .isPresent();
    }

    public List<ResourceGroup> groups(String subscription, String after, int limit) {
        subscription(subscription);
        return database.read(
                transaction -> transaction.query(LIST_GROUPS, Scopes::group, subscription, key(after), limit));
    }

    /// As [#groups(String, String, int)], only those that fit.
    public List<ResourceGroup> groups(String subscription, String after, int limit, Predicate<ResourceGroup> fits) {
        List<ResourceGroup> found = new ArrayList<>();
        String mark = after;
        while (true) {
            List<ResourceGroup> next = groups(subscription, mark, GROUPS_AT_ONCE);
            next.stream().filter(fits).limit(limit - found.size()).forEach(found::add);
            if (next.size() < GROUPS_AT_ONCE || found.size() == limit) {
                return found;
            }
            mark = next.getLast().name();
        }
    }

    /// Says that an operation is deleting the group: nothing new gets into it from then on. The group as it was;
    /// a problem if there is none. If it is being deleted already, nothing changes.
    public ResourceGroup beginDeletion(
            Transaction transaction, Caller caller, String subscription, String name, String operation) {
        ResourceGroup group = group(transaction, subscription, name)
                .orElseThrow(() -> new ProblemException(groupNotFound(transaction, subscription, name)));
        if (group.deletion().isEmpty()) {
            Locks.requireRemovable(transaction, subscription, group.id());
            transaction.update(MARK_DELETION, operation, subscription, key(name));
            record(transaction, caller, "DeleteResourceGroup", subscription, name, group.location(), group.tags());
        }
        return group;
    }

    /// Says that the group is no longer being deleted.
    public void abandonDeletion(Transaction transaction, String subscription, String name) {
        transaction.update(MARK_DELETION, Optional.empty(), subscription, key(name));
        placements.forgetDeletionError(transaction, new ScopeId(subscription, name).key());
    }

    /// Removes a group. Throws [IllegalStateException] if anything is in it.
    public void removeGroup(Transaction transaction, String subscription, String name) {
        String prefix = "/subscriptions/" + subscription + "/resourcegroups/" + key(name);
        transaction.one(ANY_RESOURCE_IN, Row::text, prefix + "/", prefix + "0").ifPresent(resource -> {
            throw new IllegalStateException(resource + " is in the group that was to be removed");
        });
        transaction.update(DELETE_GROUP, subscription, key(name));
        placements.forget(transaction, new ScopeId(subscription, name).key());
    }

    /// Whether the group is there, and can't be deleted before this transaction has ended. A problem if the
    /// resource may not be made or changed in it: it is locked or being deleted, or the subscription is not in
    /// order.
    public boolean holds(Transaction transaction, String subscription, String name, String resource) {
        Optional<Held> held = transaction.one(
                HOLD_GROUP,
                row -> new Held(row.textIfAny().isPresent(), row.text(), row.number() > 0),
                subscription,
                key(name));
        held.ifPresent(group -> {
            requireEnabled(subscription, group.state());
            if (group.deleting()) {
                throw new ProblemException(beingDeleted(name));
            }
            if (group.anyLocks()) {
                Locks.requireChangeable(transaction, subscription, resource);
            }
        });
        return held.isPresent();
    }

    private record Held(boolean deleting, String state, boolean anyLocks) {}

    /// A problem if what extends the subscription may not be made or changed: it is locked, or not in order.
    public void requireChangeable(Transaction transaction, String subscription, String resource) {
        requireEnabled(subscription, requireSubscription(transaction, subscription));
        Locks.requireChangeable(transaction, subscription, resource);
    }

    /// A problem if the resource may not be deleted, because of a lock or the state of the subscription.
    public void requireDeletable(Transaction transaction, String subscription, String resource) {
        Locks.requireDeletable(transaction, subscription, resource);
        transaction
                .one(FIND_SUBSCRIPTION, Scopes::subscription, subscription)
                .filter(found -> found.state().equals("Unregistered"))
                .ifPresent(found -> requireEnabled(subscription, found.state()));
    }

    /// A problem if a lock at it, above it or in it keeps the resource where it is.
    public void requireMovable(Transaction transaction, String subscription, String resource) {
        Locks.requireMovable(transaction, subscription, resource);
    }

    /// A problem if the subscription is not registered.
    public void requireInOrder(String id) {
        requireEnabled(id, subscription(id).state());
    }

    /// In any state but Registered nothing is made or changed.
    private static void requireEnabled(String subscription, String state) {
        if (OUT_OF_ORDER.contains(state)) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.READ_ONLY_DISABLED_SUBSCRIPTION,
                    "The subscription '" + subscription + "' is " + state.toLowerCase(Locale.ROOT)
                            + ": its resources can't be changed until it is registered again."));
        }
    }

    private static Problem beingDeleted(String name) {
        return new Problem.Conflict(
                ProblemCode.RESOURCE_GROUP_BEING_DELETED,
                "The resource group '" + name + "' is being deleted; nothing can be made or changed in it.");
    }

    /// Why a group can't be found, within a transaction: its subscription may be missing, too.
    public Problem groupNotFound(Transaction transaction, String subscription, String name) {
        boolean known = transaction
                .one(FIND_SUBSCRIPTION, Scopes::subscription, subscription)
                .isPresent();
        return known
                ? new Problem.NotFound(
                        ProblemCode.RESOURCE_GROUP_NOT_FOUND, "Resource group '" + name + "' could not be found.")
                : subscriptionNotFound(subscription);
    }

    private ResourceGroup changed(
            Transaction transaction, Caller caller, ResourceGroup before, String name, ObjectNode tags) {
        if (before.deletion().isPresent()) {
            throw new ProblemException(beingDeleted(name));
        }
        if (!locations.serves(before.location())) {
            throw new ProblemException(new Problem.Misdirected(
                    before.id(),
                    "The resource group '" + name + "' is kept in '" + before.location()
                            + "': the cell of that location changes it."));
        }
        if (before.tags().equals(tags) && before.name().equals(name)) {
            return before;
        }
        transaction.update(UPDATE_GROUP, name, bytes(tags), before.subscription(), key(name), before.version());
        record(transaction, caller, "PutResourceGroup", before.subscription(), name, before.location(), tags);
        return group(transaction, before.subscription(), name).orElseThrow();
    }

    /// Its state.
    private static String requireSubscription(Transaction transaction, String id) {
        return transaction
                .one(FIND_SUBSCRIPTION, Scopes::subscription, id)
                .orElseThrow(() -> new ProblemException(subscriptionNotFound(id)))
                .state();
    }

    private static Problem subscriptionNotFound(String id) {
        return Problem.subscriptionNotFound(id);
    }

    private void record(
            Transaction transaction,
            Caller caller,
            String deed,
            String subscription,
            String name,
            String location,
            ObjectNode tags) {
        String id = groupId(subscription, name);
        audit.append(
                transaction,
                clock.instant(),
                caller,
                AuditTrail.Deed.managing(
                        deed, subscription, location, id, "Resources/resourceGroups", parameters(tags)));
    }

    private static byte[] parameters(ObjectNode tags) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        parameters.set("tags", tags);
        return bytes(parameters);
    }

    private static String groupId(String subscription, String name) {
        return "/subscriptions/" + subscription + "/resourceGroups/" + name;
    }

    /// The group, if it is there.
    public Optional<ResourceGroup> group(Transaction transaction, String subscription, String name) {
        return transaction.one(FIND_GROUP, Scopes::group, subscription, key(name));
    }

    private static ResourceGroup group(Row row) throws SQLException {
        return new ResourceGroup(row.text(), row.text(), row.text(), tags(row.bytes()), row.number(), row.textIfAny());
    }

    private static Subscription subscription(Row row) throws SQLException {
        return new Subscription(row.text(), row.text(), row.text(), tags(row.bytesIfAny()), row.time());
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    static byte[] bytes(ObjectNode tags) {
        return JsonMapper.shared().writeValueAsBytes(tags);
    }

    private static ObjectNode tags(byte[] bytes) {
        return (ObjectNode) JsonMapper.shared().readTree(bytes);
    }

    private static ObjectNode tags(Optional<byte[]> bytes) {
        return bytes.map(Scopes::tags).orElseGet(JsonNodeFactory.instance::objectNode);
    }
}
