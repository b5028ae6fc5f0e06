package fairlead.server.access.audit;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.AuditTrail.Entry;
import fairlead.server.access.AuditTrail.Search;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Visibility;
import fairlead.server.database.Database;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Looks records up for callers who ask by what is in them, and shows of those what the caller may see.
public final class EventLookup {

    /// To look at records.
    public static final Action READ = Action.read("Microsoft.Insights/eventtypes/values");

    private static final int AT_ONCE = 200;

    /// How many records are looked at for one page: one that has found few by then says where it goes on.
    private static final int MOST_LOOKED_AT = 20_000;

    private final Database database;
    private final AuditTrail audit;
    private final Authorizer authorizer;

    public EventLookup(Database database, AuditTrail audit, Authorizer authorizer) {
        this.database = database;
        this.audit = audit;
        this.authorizer = authorizer;
    }

    /// A record that was found.
    public record Found(Instant at, long seq, ObjectNode record) {

        /// The id of what something was done to.
        public String resource() {
            return record.at("/resources/0/ARN").asString("");
        }
    }

    /// Where a page ends, the newest records being first.
    public record Place(Instant at, long seq) {

        /// In front of all records.
        public static final Place NEWEST = new Place(Instant.ofEpochMilli(Long.MAX_VALUE), 0);

        private static final Pattern TOKEN = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

        /// The place of a token; empty if it is none.
        public static Optional<Place> of(String token) {
            Matcher parts = TOKEN.matcher(token);
            return parts.matches()
                    ? Optional.of(new Place(
                            Instant.ofEpochMilli(Long.parseLong(parts.group(1))), Long.parseLong(parts.group(2))))
                    : Optional.empty();
        }

        @Override
        public String toString() {
            return at.toEpochMilli() + "-" + seq;
        }
    }

    /// @param next where to go on; empty at the end
    public record Page(List<Found> found, Optional<Place> next) {
        public Page {
            found = List.copyOf(found);
        }
    }

    /// Records of a subscription. A problem if the caller may see none of them.
    ///
    /// @param search names the subscription
    /// @param wanted what has to be true of a record, besides
    public Page find(Caller caller, Search search, Predicate<Found> wanted, Place after, int limit) {
        AccessScope scope = search.subscription().map(AccessScope::subscription).orElse(AccessScope.ROOT);
        Visibility visible = authorizer.visible(caller, READ);
        if (!visible.reaches(scope.key())) {
            authorizer.require(caller, READ, scope);
        }
        boolean all = visible.coversAllOf(scope.key());
        Predicate<Found> shown = all
                ? wanted
                : wanted.and(found -> visible.covers(found.resource().toLowerCase(Locale.ROOT)));
        List<Found> page = new ArrayList<>();
        Place place = after;
        for (int looked = 0; looked < MOST_LOOKED_AT; looked += AT_ONCE) {
            Place from = place;
            List<Entry> entries =
                    database.read(transaction -> audit.list(transaction, search, from.at, from.seq, AT_ONCE));
            for (Entry entry : entries) {
                Found found = new Found(entry.at(), entry.seq(), (ObjectNode)
                        JsonMapper.shared().readTree(entry.json()));
                place = new Place(entry.at(), entry.seq());
                if (shown.test(found)) {
                    page.add(found);
                    if (page.size() == limit) {
                        return new Page(page, Optional.of(place));
                    }
                }
            }
            if (entries.size() < AT_ONCE) {
                return new Page(page, Optional.empty());
            }
        }
        return new Page(page, Optional.of(place));
    }
}
