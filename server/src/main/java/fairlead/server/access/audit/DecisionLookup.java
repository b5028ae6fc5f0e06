package fairlead.server.access.audit;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.AuditTrail.Entry;
import fairlead.server.access.AuditTrail.Search;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Finding;
import fairlead.server.access.Plane;
import fairlead.server.access.RequestAttributes;
import fairlead.server.access.Visibility;
import fairlead.server.access.role.RoleDefinition;
import fairlead.server.access.role.Roles;
import fairlead.server.database.Database;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Says of a request that was answered why it was allowed or refused: which assignment allowed it, or which roles would
/// have. Callers learn of their own requests, and of others' as far as they may read the audit trail.
public final class DecisionLookup {

    /// How far back a request is looked for by its own id. By a correlation id it is found however old it is.
    private static final Duration RECENT = Duration.ofHours(24);

    private static final int AT_ONCE = 200;
    private static final int MOST_LOOKED_AT = 20_000;
    private static final int MOST = 20;

    /// In Azure's words, which tools look for.
    private static final Pattern REFUSED =
            Pattern.compile("perform action '(?<action>[^']+)' (?:over|on) scope '(?<scope>[^']+)'");

    private final Database database;
    private final AuditTrail audit;
    private final Authorizer authorizer;
    private final Roles roles;
    private final Clock clock;
    private final Runnable latest;

    /// @param latest has what was refused just now written into the trail
    public DecisionLookup(
            Database database, AuditTrail audit, Authorizer authorizer, Roles roles, Clock clock, Runnable latest) {
        this.database = database;
        this.audit = audit;
        this.authorizer = authorizer;
        this.roles = roles;
        this.clock = clock;
        this.latest = latest;
    }

    /// What was decided for a request; a problem if nothing is known of it that the caller may know.
    ///
    /// @param id of the request (`x-ms-request-id`, `x-amzn-RequestId`), or that of its correlation
    /// @param subscription in which it is looked for, and then outside of all; empty for what belongs to none
    public ObjectNode why(Caller caller, String id, Optional<String> subscription) {
        latest.run();
        Visibility visible = authorizer.visible(caller, EventLookup.READ);
        Predicate<ObjectNode> shown = record -> isOwn(caller, record) || visible.covers(resource(record));
        List<ObjectNode> found = find(subscription, id, shown);
        if (found.isEmpty() && subscription.isPresent()) {
            // What is refused at an address that names no subscription is recorded outside of all.
            found = find(Optional.empty(), id, shown);
        }
        if (found.isEmpty()) {
            throw new ProblemException(new Problem.NotFound(
                    ProblemCode.AUDIT_RECORD_NOT_FOUND,
                    "Nothing is known of a decision for the request '" + id + "'"
                            + subscription
                                    .map(one -> " in the subscription '" + one + "'")
                                    .orElse(" outside of subscriptions: name the one that it was about")
                            + ". What is read and allowed is not recorded."));
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode decisions = answer.putArray("decisions");
        found.forEach(record -> decisions.add(decision(caller, record)));
        return answer;
    }

    private List<ObjectNode> find(Optional<String> subscription, String id, Predicate<ObjectNode> shown) {
        List<ObjectNode> found = find(search(subscription, Optional.of(id), Instant.EPOCH), shown);
        if (!found.isEmpty()) {
            return found;
        }
        Search recent = search(subscription, Optional.empty(), clock.instant().minus(RECENT));
        return find(recent, shown.and(record -> isOf(record, id)));
    }

    private Search search(Optional<String> subscription, Optional<String> correlation, Instant from) {
        Instant until = clock.instant().plus(RECENT);
        return new Search(subscription, Optional.empty(), correlation, Optional.empty(), from, until);
    }

    private List<ObjectNode> find(Search search, Predicate<ObjectNode> wanted) {
        List<ObjectNode> found = new ArrayList<>();
        EventLookup.Place place = EventLookup.Place.NEWEST;
        for (int looked = 0; looked < MOST_LOOKED_AT && found.size() < MOST; looked += AT_ONCE) {
            EventLookup.Place from = place;
            List<Entry> entries =
                    database.read(transaction -> audit.list(transaction, search, from.at(), from.seq(), AT_ONCE));
            for (Entry entry : entries) {
                ObjectNode record = (ObjectNode) JsonMapper.shared().readTree(entry.json());
                place = new EventLookup.Place(entry.at(), entry.seq());
                if (found.size() < MOST && wanted.test(record)) {
                    found.add(record);
                }
            }
            if (entries.size() < AT_ONCE) {
                break;
            }
        }
        return found;
    }

    private static boolean isOwn(Caller caller, ObjectNode record) {
        return record.at("/userIdentity/principalId")
                .asString("")
                .equals(caller.principal().id().toString());
    }

    private static boolean isOf(ObjectNode record, String id) {
        return record.path("requestID").asString("").equals(id)
                || record.at("/requestParameters/requestIDs")
                        .valueStream()
                        .anyMatch(one -> one.asString("").equals(id));
    }

    private static String resource(ObjectNode record) {
        return record.at("/resources/0/ARN").asString("").toLowerCase(Locale.ROOT);
    }

    private ObjectNode decision(Caller caller, ObjectNode record) {
        ObjectNode decision = JsonNodeFactory.instance.objectNode();
        String code = record.path("errorCode").asString("");
        decision.put("at", record.path("eventTime").asString(""));
        decision.put("name", record.path("eventName").asString(""));
        decision.put("allowed", code.isEmpty());
        copy(record, "/userIdentity/userName", decision, "principal");
        copy(record, "/userIdentity/principalId", decision, "principalId");
        copy(record, "/resources/0/ARN", decision, "resource");
        for (String name : List.of("action", "scope", "role", "roleAssignment")) {
            copy(record, "/additionalEventData/" + name, decision, name);
        }
        if (!code.isEmpty()) {
            decision.put("code", code);
            copy(record, "/errorMessage", decision, "message");
            Matcher words = REFUSED.matcher(record.path("errorMessage").asString(""));
            if (words.find()) {
                refused(caller, record, words.group("action"), new AccessScope(words.group("scope")), decision);
            }
        }
        return decision;
    }

    private static void copy(ObjectNode record, String pointer, ObjectNode to, String name) {
        JsonNode value = record.at(pointer);
        if (value.isString() && !value.stringValue().isEmpty()) {
            to.set(name, value);
        }
    }

    /// What would have allowed it, the narrowest role first.
    private void refused(Caller caller, ObjectNode record, String name, AccessScope scope, ObjectNode decision) {
        decision.put("action", name).put("scope", scope.toString());
        ArrayNode would = decision.putArray("rolesThatWouldAllow");
        Action control = Action.of(name);
        Action data = control.on(Plane.DATA);
        roles.definitions(scope).stream()
                .filter(role -> role.allowing(control).isPresent()
                        || role.allowing(data).isPresent())
                .sorted(Comparator.comparingInt((RoleDefinition role) -> breadth(role, control, data)))
                .forEach(role -> would.addObject()
                        .put("role", role.name())
                        .put("roleDefinitionId", Roles.definitionId(role))
                        .put("scope", scope.toString()));
        if (isOwn(caller, record)) {
            boolean now = authorizer.find(caller.subject(), control, scope, RequestAttributes.NONE)
                    instanceof Finding.Allowed;
            decision.put("allowedNow", now);
        }
    }

    /// How much the pattern covers by which a role would allow it: the fewer characters it names, the more.
    private static int breadth(RoleDefinition role, Action control, Action data) {
        return role.allowing(control)
                .or(() -> role.allowing(data))
                .map(pattern -> -pattern.text().length())
                .orElse(0);
    }
}
