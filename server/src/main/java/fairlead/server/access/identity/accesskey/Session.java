package fairlead.server.access.identity.accesskey;

import fairlead.server.access.Principal;
import fairlead.server.access.Subject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What temporary keys are good for.
///
/// @param principal as whom requests are made
/// @param subscription the account in which it is used
/// @param role the name of the session of a role; empty for a session of one's own
/// @param issued when it began
/// @param ends after this it is taken no more
/// @param sources by whom it was begun, and by whom the session was begun in which that was done: it counts as long as
///     all of them do
public record Session(
        Principal principal,
        String subscription,
        Optional<String> role,
        Instant issued,
        Instant ends,
        List<Subject> sources) {

    public Session {
        sources = List.copyOf(sources);
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("p", principal.id().toString());
        json.put("n", principal.name());
        json.put("t", principal.type());
        json.put("a", subscription);
        role.ifPresent(name -> json.put("r", name));
        json.put("i", issued.toEpochMilli());
        json.put("e", ends.toEpochMilli());
        ArrayNode by = json.putArray("s");
        sources.forEach(source ->
                by.addArray().add(source.id().toString()).add(source.issuedAt()).add(source.credential()));
        return json;
    }

    static Session of(JsonNode json) {
        List<Subject> sources = new ArrayList<>();
        for (JsonNode by : json.path("s")) {
            UUID id = UUID.fromString(by.path(0).asString());
            sources.add(new Subject(
                    id, Set.of(), true, by.path(1).asLong(), by.path(2).asString("")));
        }
        return new Session(
                new Principal(
                        json.path("n").asString(),
                        json.path("t").asString(),
                        UUID.fromString(json.path("p").asString())),
                json.path("a").asString(),
                Optional.of(json.path("r").asString("")).filter(name -> !name.isEmpty()),
                Instant.ofEpochMilli(json.path("i").asLong()),
                Instant.ofEpochMilli(json.path("e").asLong()),
                sources);
    }
}
