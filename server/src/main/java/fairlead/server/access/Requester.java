package fairlead.server.access;

import fairlead.server.telemetry.Origin;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Who has begun an operation, as it is kept with that: a name alone where there is no sign-in, else a JSON object with
/// all
/// that is needed to decide what its handler may do.
public final class Requester {

    private Requester() {}

    /// The text that is kept.
    public static String text(Caller caller) {
        Principal principal = caller.principal();
        if (principal.id().equals(Principal.UNKNOWN)) {
            return principal.name();
        }
        // Written by hand: it is part of each change.
        StringBuilder json = new StringBuilder(192);
        json.append("{\"id\":\"").append(principal.id()).append("\",\"name\":");
        json.append(JsonMapper.shared().writeValueAsString(principal.name()));
        json.append(",\"type\":\"").append(principal.type()).append("\",\"groups\":[");
        String comma = "";
        for (UUID group : caller.subject().groups()) {
            json.append(comma).append('"').append(group).append('"');
            comma = ",";
        }
        return json.append("],\"groupsKnown\":")
                .append(caller.subject().groupsKnown())
                .append('}')
                .toString();
    }

    /// The caller again, with the ids of the request that has begun the operation.
    public static Caller caller(String text, Origin origin) {
        if (text.startsWith("{")) {
            try {
                return caller(JsonMapper.shared().readTree(text), origin);
            } catch (JacksonException | IllegalArgumentException aName) {
                // It only begins like one.
            }
        }
        return new Caller(new Principal(text, "User"), origin, "");
    }

    private static Caller caller(JsonNode json, Origin origin) {
        UUID id = UUID.fromString(json.path("id").asString(""));
        Principal principal =
                new Principal(json.path("name").asString(""), json.path("type").asString("User"), id);
        Set<UUID> groups = new HashSet<>();
        json.path("groups").forEach(group -> groups.add(UUID.fromString(group.asString(""))));
        Subject subject = new Subject(id, groups, json.path("groupsKnown").asBoolean(false), Long.MAX_VALUE);
        return new Caller(principal, subject, origin, "", List.of());
    }
}
