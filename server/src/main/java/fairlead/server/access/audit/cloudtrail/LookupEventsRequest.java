package fairlead.server.access.audit.cloudtrail;

import fairlead.server.access.AuditTrail.Search;
import fairlead.server.access.Plane;
import fairlead.server.access.audit.EventLookup.Found;
import fairlead.server.access.audit.EventLookup.Place;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The input of `LookupEvents`.
///
/// @param wanted what has to be true of an event
record LookupEventsRequest(Instant from, Instant until, Predicate<Found> wanted, int limit, Place after) {

    private static final int MOST = 50;
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);
    private static final Set<String> MEMBERS =
            Set.of("LookupAttributes", "StartTime", "EndTime", "EventCategory", "MaxResults", "NextToken");

    /// By what events are looked up: "LookupAttribute" of the API reference of CloudTrail.
    private enum Key {
        EVENT_ID("EventId", "/eventID"),
        EVENT_NAME("EventName", "/eventName"),
        READ_ONLY("ReadOnly", "/readOnly"),
        USERNAME("Username", "/userIdentity/userName"),
        RESOURCE_TYPE("ResourceType", "/resources/0/type"),
        RESOURCE_NAME("ResourceName", "/resources/0/ARN"),
        EVENT_SOURCE("EventSource", "/eventSource"),
        ACCESS_KEY_ID("AccessKeyId", "/userIdentity/accessKeyId");

        private static final Set<Key> IN_ANY_CASE = EnumSet.of(EVENT_ID, READ_ONLY, RESOURCE_TYPE, RESOURCE_NAME);

        private final String word;
        private final String pointer;

        Key(String word, String pointer) {
            this.word = word;
            this.pointer = pointer;
        }

        boolean is(Found found, String value) {
            String present = found.record().at(pointer).asString("");
            return IN_ANY_CASE.contains(this) ? present.equalsIgnoreCase(value) : present.equals(value);
        }

        static Key of(String word) {
            return Arrays.stream(values())
                    .filter(key -> key.word.equals(word))
                    .findFirst()
                    .orElseThrow(() -> wrong(
                            "LookupAttributes",
                            "AttributeKey: expected one of "
                                    + Arrays.stream(values())
                                            .map(key -> key.word)
                                            .collect(Collectors.joining(", "))
                                    + ", found '" + word + "'."));
        }
    }

    static LookupEventsRequest of(ObjectNode input) {
        for (String name : input.propertyNames()) {
            if (!MEMBERS.contains(name)) {
                throw wrong(name, "There is no member '" + name + "' in LookupEvents.");
            }
        }
        if (input.has("EventCategory")) {
            throw wrong("EventCategory", "There are no Insights events here; leave EventCategory out.");
        }
        Instant from = time(input, "StartTime").orElse(Instant.EPOCH);
        Instant until = time(input, "EndTime").map(end -> end.plusMillis(1)).orElse(LAST);
        if (!from.isBefore(until)) {
            throw wrong("StartTime", "StartTime has to be before EndTime.");
        }
        LookupEventsRequest whole = new LookupEventsRequest(from, until, wanted(input), limit(input), after(input));
        return eventId(input).map(whole::at).orElse(whole);
    }

    /// An event id tells its time.
    private LookupEventsRequest at(UUID id) {
        Instant at = Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
        Instant begin = at.isAfter(from) ? at : from;
        Instant end = at.plusMillis(1).isBefore(until) ? at.plusMillis(1) : until;
        return id.version() == 7 ? new LookupEventsRequest(begin, end, wanted, limit, after) : this;
    }

    Search search(String subscription) {
        return new Search(
                Optional.of(subscription), Optional.empty(), Optional.empty(), Optional.of(Plane.CONTROL), from, until);
    }

    private static Optional<UUID> eventId(ObjectNode input) {
        JsonNode attribute = input.at("/LookupAttributes/0");
        if (!attribute.path("AttributeKey").asString("").equals(Key.EVENT_ID.word)) {
            return Optional.empty();
        }
        try {
            return Optional.of(UUID.fromString(attribute.path("AttributeValue").asString("")));
        } catch (IllegalArgumentException ofAnotherKind) {
            return Optional.empty();
        }
    }

    private static Predicate<Found> wanted(ObjectNode input) {
        JsonNode attributes = input.path("LookupAttributes");
        if (attributes.isMissingNode() || attributes.isEmpty()) {
            return _ -> true;
        }
        if (!attributes.isArray() || attributes.size() > 1) {
            throw wrong("LookupAttributes", "Expected a list of one lookup attribute at most.");
        }
        JsonNode attribute = attributes.get(0);
        String value = attribute.path("AttributeValue").asString("");
        Key key = Key.of(attribute.path("AttributeKey").asString(""));
        if (value.isEmpty()) {
            throw wrong("LookupAttributes", "AttributeValue: expected a text.");
        }
        return found -> key.is(found, value);
    }

    private static int limit(ObjectNode input) {
        JsonNode given = input.path("MaxResults");
        if (given.isMissingNode()) {
            return MOST;
        }
        if (!given.isIntegralNumber() || given.asLong() < 1 || given.asLong() > MOST) {
            throw wrong("MaxResults", "Expected a number from 1 to 50, found " + given + ".");
        }
        return given.asInt();
    }

    private static Place after(ObjectNode input) {
        JsonNode given = input.path("NextToken");
        if (given.isMissingNode()) {
            return Place.NEWEST;
        }
        return Place.of(given.asString(""))
                .orElseThrow(() -> wrong("NextToken", "The NextToken is not one that LookupEvents has given."));
    }

    private static Optional<Instant> time(ObjectNode input, String name) {
        JsonNode given = input.path(name);
        if (given.isMissingNode()) {
            return Optional.empty();
        }
        if (!given.isNumber()) {
            throw wrong(name, "Expected a time in seconds since 1970, found " + given + ".");
        }
        return Optional.of(Instant.ofEpochMilli(
                given.decimalValue().multiply(BigDecimal.valueOf(1000)).longValue()));
    }

    private static ProblemException wrong(String member, String message) {
        return new ProblemException(new Problem.BadRequest(ProblemCode.VALIDATION_EXCEPTION, message, member));
    }
}
