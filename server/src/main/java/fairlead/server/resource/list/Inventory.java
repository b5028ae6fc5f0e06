package fairlead.server.resource.list;

import fairlead.schema.PropertyPath;
import fairlead.server.access.AccessScope;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.PlacementChecks;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.record.ResourceStore.Tagged;
import fairlead.server.scope.Scopes;
import fairlead.server.telemetry.Activity;
import fairlead.server.type.OfferedTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.Types;
import fairlead.server.type.definition.ArmType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/// Lists of resources: those of one type, and those of a subscription or a group whatever their types, with
/// filters.
///
/// A search walks along one index: of tags, of types, of locations or of addresses. The other conditions of a
/// filter are checked for each resource of that index. A page ends after a few thousand resources that were
/// checked, or a few megabytes of resources that were found, even if it is not full.
public final class Inventory {

    private static final List<String> EVERYWHERE = List.of("");
    private static final int AT_ONCE = 100;
    private static final int MOST_MET = 5_000;
    private static final long ENOUGH = 4 * 1024 * 1024;

    private final ResourceStore store;
    private final Database database;
    private final Scopes scopes;
    private final Types types;

    public Inventory(Database database, Scopes scopes, Types types) {
        store = new ResourceStore(types.sealing());
        this.database = database;
        this.scopes = scopes;
        this.types = types;
    }

    /// What to look for; what is empty does not matter.
    ///
    /// @param parent the key of the resource that all of them are nested in directly
    /// @param type as ARM writes it, in any case
    /// @param location in normal form
    /// @param tagKey in any case
    /// @param tagValue only together with a key
    public record Filter(
            Optional<String> group,
            Optional<String> parent,
            Optional<String> type,
            Optional<String> location,
            Optional<String> name,
            Optional<String> tagKey,
            Optional<String> tagValue) {

        public static final Filter NONE = new Filter(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());

        /// A filter that asks for no parent.
        public Filter(
                Optional<String> group,
                Optional<String> type,
                Optional<String> location,
                Optional<String> name,
                Optional<String> tagKey,
                Optional<String> tagValue) {
            this(group, Optional.empty(), type, location, name, tagKey, tagValue);
        }

        /// The same for what one list has: what is in its scope, and of its type.
        private Filter of(Listing.Scope scope, ArmType listed) {
            Optional<String> one = Optional.of(listed.toString());
            return switch (scope) {
                case Listing.Scope.InSubscription _ -> new Filter(group, parent, one, location, name, tagKey, tagValue);
                case Listing.Scope.InGroup(var _, var in) ->
                    new Filter(Optional.of(in), parent, one, location, name, tagKey, tagValue);
                case Listing.Scope.Under(var above) -> {
                    Optional<String> key = Optional.of(above.key());
                    yield new Filter(Optional.of(above.group()), key, one, location, name, tagKey, tagValue);
                }
                case Listing.Scope.Extending(var extended) -> throw unrecorded(extended);
            };
        }

        boolean fits(Resource resource) {
            return group.filter(value -> !value.equalsIgnoreCase(resource.id().group()))
                            .isEmpty()
                    && parent.filter(key -> !isIn(resource.id(), key)).isEmpty()
                    && type.filter(value ->
                                    !value.equalsIgnoreCase(resource.id().type().toString()))
                            .isEmpty()
                    && location.filter(value -> !value.equals(resource.location()))
                            .isEmpty()
                    && name.filter(value ->
                                    !value.equalsIgnoreCase(resource.id().name()))
                            .isEmpty()
                    && tagKey.filter(key -> !isTagged(resource, key)).isEmpty();
        }

        private static boolean isIn(ResourceId id, String parent) {
            return id.parent().map(ResourceId::key).filter(parent::equals).isPresent();
        }

        private boolean isTagged(Resource resource, String key) {
            return tag(resource, key)
                    .filter(value -> tagValue.map(value::equals).orElse(true))
                    .isPresent();
        }
    }

    private static Optional<String> tag(Resource resource, String key) {
        return Documents.texts(resource.tags()).entrySet().stream()
                .filter(tag -> tag.getKey().equalsIgnoreCase(key))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /// One page; a problem if the subscription or the group does not exist.
    ///
    /// @param shown which of them the caller may see
    /// @param after the mark of the page before
    public Listing.Page page(
            String subscription, Filter filter, Predicate<ResourceId> shown, Optional<String> after, int limit) {
        String id = scopes.subscription(subscription).id();
        Walk walk = walk(id, filter, shown instanceof ReadableResources some ? some.scopes() : EVERYWHERE);
        Predicate<Resource> wanted = resource -> filter.fits(resource) && shown.test(resource.id());
        return database.read(transaction -> page(transaction, walk, wanted, after, limit));
    }

    /// One page; a problem if the subscription, the group or the parent does not exist.
    ///
    /// @param shown which of them the caller may see
    public Listing.Page list(Listing listing, RegisteredType type, Predicate<ResourceId> shown) {
        boolean all = shown.equals(ReadableResources.ALL)
                || (shown instanceof ReadableResources some
                        && some.includesAll(key(listing.scope()), type.current().armType()));
        return all ? list(listing, type) : list(listing, type, Filter.NONE, shown);
    }

    private static String key(Listing.Scope scope) {
        return switch (scope) {
            case Listing.Scope.InSubscription(var subscription) ->
                AccessScope.subscription(subscription).key();
            case Listing.Scope.InGroup(var subscription, var group) ->
                AccessScope.group(subscription, group).key();
            case Listing.Scope.Under(var parent) -> parent.key();
            case Listing.Scope.Extending(var extended) -> extended.key();
        };
    }

    private Listing.Page list(Listing listing, RegisteredType type) {
        List<Resource> found = switch (listing.scope()) {
            case Listing.Scope.InSubscription(var subscription) -> {
                String id = scopes.subscription(subscription).id();
                yield database.read(transaction -> store.listOfType(
                        transaction, type.name(), id, listing.after().orElse(""), listing.limit() + 1));
            }
            case Listing.Scope.InGroup(var subscription, var group) ->
                within(
                        scopes.group(subscription, group).id() + "/providers/"
                                + top(type.current().armType()),
                        listing,
                        type);
            case Listing.Scope.Extending(var extended) -> throw unrecorded(extended);
            case Listing.Scope.Under(var parent) ->
                within(
                        requireParent(parent).id() + "/"
                                + type.current().armType().types().getLast(),
                        listing,
                        type);
        };
        if (found.size() <= listing.limit()) {
            return new Listing.Page(found, Optional.empty());
        }
        List<Resource> page = found.subList(0, listing.limit());
        return new Listing.Page(page, Optional.of(listing.mark(page.getLast())));
    }

    private static IllegalStateException unrecorded(ResourceId extended) {
        return new IllegalStateException("what extends '" + extended + "' is not recorded");
    }

    /// As [#list(Listing, RegisteredType, Predicate)], of those that the filter lets through: the pages have marks of
    /// their own.
    public Listing.Page list(Listing listing, RegisteredType type, Filter filter, Predicate<ResourceId> shown) {
        Filter narrow = filter.of(listing.scope(), type.current().armType());
        String subscription = switch (listing.scope()) {
            case Listing.Scope.InSubscription(var in) -> in;
            case Listing.Scope.InGroup(var in, var group) -> {
                scopes.group(in, group);
                yield in;
            }
            case Listing.Scope.Under(var parent) -> requireParent(parent).id().subscription();
            case Listing.Scope.Extending(var extended) -> throw unrecorded(extended);
        };
        return page(subscription, narrow, shown, listing.after(), listing.limit());
    }

    private static String top(ArmType type) {
        return type.namespace() + "/" + type.types().getFirst();
    }

    private List<Resource> within(String prefix, Listing listing, RegisteredType type) {
        String key = ResourceId.key(prefix);
        String after =
                listing.after().filter(last -> last.startsWith(key + "/")).orElse(key + "/");
        return database.read(
                transaction -> store.listBetween(transaction, type.name(), after, key + "0", listing.limit() + 1));
    }

    private Resource requireParent(ResourceId parent) {
        return database.read(transaction -> store.find(transaction, parent))
                .orElseThrow(() -> new ProblemException(parentAbsence(parent)));
    }

    private Problem parentAbsence(ResourceId parent) {
        scopes.group(parent.subscription(), parent.group());
        return PlacementChecks.parentAbsence(parent.toString());
    }

    /// The address of a resource of the type that has this identifier or, where names are only aliases or their
    /// group's, none.
    public Optional<String> owner(RegisteredType type, String subscription, String identifier) {
        List<PropertyPath> namedBy = type.current().namedBy();
        return namedBy.size() == 1 && !type.current().namesAreOfGroup()
                ? database.read(transaction -> store.findNamed(transaction, type.name(), subscription, identifier))
                : Optional.empty();
    }

    /// @param scopes keys of those at or below which all is that is looked for
    private Walk walk(String subscription, Filter filter, List<String> scopes) {
        if (filter.tagKey().isPresent()) {
            return new AlongTags(subscription, filter.tagKey().get().toLowerCase(Locale.ROOT), filter.tagValue());
        }
        if (filter.parent().isPresent()) {
            return along(filter.parent().get() + "/", scopes);
        }
        OfferedTypes offered = types.offeredTo(subscription);
        Optional<RegisteredType> type =
                filter.type().flatMap(name -> offered.findArmType(name.toLowerCase(Locale.ROOT)));
        String all = ResourceId.key("/subscriptions/" + subscription + "/resourcegroups/");
        if (filter.group().isEmpty() && type.isPresent() && AddressRanges.areAllIn(all, scopes)) {
            return new AlongType(subscription, type.get());
        }
        if (filter.location().isPresent()) {
            return new AlongLocation(subscription, filter.location().get(), filter.group());
        }
        String below = type.map(known -> "providers/" + top(known.current().armType()) + "/")
                .orElse("");
        String prefix = ResourceId.key(
                filter.group().map(group -> all + group + "/" + below).orElse(all));
        return along(prefix, scopes);
    }

    private Walk along(String prefix, List<String> scopes) {
        return AddressRanges.areAllIn(prefix, scopes)
                ? new AlongAddresses(prefix)
                : new AlongScopes(AddressRanges.of(prefix, scopes));
    }

    private static Listing.Page page(
            Transaction transaction, Walk walk, Predicate<Resource> wanted, Optional<String> after, int limit) {
        List<Resource> found = new ArrayList<>();
        long size = 0;
        Optional<String> mark = after;
        for (int met = 0; met < MOST_MET; met += AT_ONCE) {
            Activity.requireWaiting();
            List<Resource> chunk = walk.next(transaction, mark.orElse(""), AT_ONCE);
            for (Resource resource : chunk) {
                if (found.size() == limit || size > ENOUGH) {
                    return new Listing.Page(found, mark);
                }
                if (resource.tracked() && wanted.test(resource)) {
                    found.add(resource);
                    size += resource.properties().length;
                }
                mark = Optional.of(walk.mark(resource));
            }
            if (chunk.size() < AT_ONCE) {
                return new Listing.Page(found, Optional.empty());
            }
        }
        return new Listing.Page(found, mark);
    }

    /// The first key behind all that begin so: `/` sorts right before `0`.
    private static String end(String prefix) {
        return prefix.substring(0, prefix.length() - 1) + "0";
    }

    /// A way along an index.
    private sealed interface Walk {

        List<Resource> next(Transaction transaction, String mark, int limit);

        String mark(Resource resource);
    }

    private final class AlongAddresses implements Walk {

        private final String prefix;

        AlongAddresses(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public List<Resource> next(Transaction transaction, String mark, int limit) {
            return store.listBetween(transaction, mark.startsWith(prefix) ? mark : prefix, end(prefix), limit);
        }

        @Override
        public String mark(Resource resource) {
            return resource.id().key();
        }
    }

    /// Only where the caller may see anything.
    private final class AlongScopes implements Walk {

        private final List<AddressRanges.Range> ranges;

        AlongScopes(List<AddressRanges.Range> ranges) {
            this.ranges = ranges;
        }

        @Override
        public List<Resource> next(Transaction transaction, String mark, int limit) {
            List<Resource> found = new ArrayList<>();
            for (AddressRanges.Range range : ranges) {
                if (found.size() < limit && range.isBehind(mark)) {
                    String after = mark.compareTo(range.after()) > 0 ? mark : range.after();
                    found.addAll(store.listBetween(transaction, after, range.end(), limit - found.size()));
                }
            }
            return found;
        }

        @Override
        public String mark(Resource resource) {
            return resource.id().key();
        }
    }

    private final class AlongType implements Walk {

        private final String subscription;
        private final RegisteredType type;

        AlongType(String subscription, RegisteredType type) {
            this.subscription = subscription;
            this.type = type;
        }

        @Override
        public List<Resource> next(Transaction transaction, String mark, int limit) {
            return store.listOfType(transaction, type.name(), subscription, mark, limit);
        }

        @Override
        public String mark(Resource resource) {
            return resource.uid().toString();
        }
    }

    /// What is in one location, group by group or of one group alone. A mark is a group, a slash, and the id of a
    /// resource in it.
    private final class AlongLocation implements Walk {

        private final String subscription;
        private final String location;
        private final Optional<String> group;

        AlongLocation(String subscription, String location, Optional<String> group) {
            this.subscription = subscription;
            this.location = location;
            this.group = group.map(ResourceId::key);
        }

        @Override
        public List<Resource> next(Transaction transaction, String mark, int limit) {
            int end = mark.lastIndexOf('/');
            String uid = mark.substring(end + 1);
            return group.map(one -> store.listInLocationAndGroup(transaction, subscription, location, one, uid, limit))
                    .orElseGet(() -> store.listInLocation(
                            transaction, subscription, location, mark.substring(0, Math.max(end, 0)), uid, limit));
        }

        @Override
        public String mark(Resource resource) {
            return resource.id().groupKey() + "/" + resource.uid();
        }
    }

    /// A mark is a value and, behind a line break, the id of a resource that has it.
    private final class AlongTags implements Walk {

        private final String subscription;
        private final String key;
        private final Optional<String> value;

        AlongTags(String subscription, String key, Optional<String> value) {
            this.subscription = subscription;
            this.key = key;
            this.value = value;
        }

        @Override
        public List<Resource> next(Transaction transaction, String mark, int limit) {
            int end = mark.lastIndexOf('\n');
            Tagged after = end < 0
                    ? new Tagged(value.orElse(""), "")
                    : new Tagged(mark.substring(0, end), mark.substring(end + 1));
            return store.listTagged(transaction, subscription, key, after, limit).stream()
                    .takeWhile(tagged -> value.map(tagged.value()::equals).orElse(true))
                    .flatMap(tagged -> store.find(transaction, UUID.fromString(tagged.uid())).stream())
                    .toList();
        }

        @Override
        public String mark(Resource resource) {
            return tag(resource, key).orElse("") + "\n" + resource.uid();
        }
    }
}
