package fairlead.server.region.cell;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Lock;
import fairlead.server.scope.ResourceGroup;
import fairlead.server.scope.ScopeCopies.Copy;
import fairlead.server.scope.Subscription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The copy of a scope that its home gives to another cell, as JSON.
final class ScopeCopyJson {

    private ScopeCopyJson() {}

    static ObjectNode write(Copy copy) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putObject("subscription")
                .put("id", copy.subscription().id())
                .put("displayName", copy.subscription().displayName())
                .put("state", copy.subscription().state())
                .put("createdAt", copy.subscription().createdAt().toString())
                .set("tags", copy.subscription().tags());
        copy.group()
                .ifPresent(group -> json.putObject("group")
                        .put("name", group.name())
                        .put("location", group.location())
                        .set("tags", group.tags()));
        ArrayNode locks = json.putArray("locks");
        copy.locks()
                .forEach(lock -> locks.addObject()
                        .put("scope", lock.scope())
                        .put("name", lock.name())
                        .put("level", lock.level().word())
                        .put("notes", lock.notes()));
        return json;
    }

    static Copy read(ObjectNode json) {
        JsonNode subscription = json.path("subscription");
        String id = text(subscription, "id");
        List<Lock> locks = new ArrayList<>();
        json.path("locks")
                .forEach(lock -> locks.add(new Lock(
                        text(lock, "scope"),
                        text(lock, "name"),
                        Lock.Level.parse(text(lock, "level")).orElseThrow(() -> malformed("level")),
                        text(lock, "notes"))));
        return new Copy(
                new Subscription(
                        id,
                        text(subscription, "displayName"),
                        text(subscription, "state"),
                        tags(subscription),
                        Instant.parse(text(subscription, "createdAt"))),
                json.path("group") instanceof ObjectNode group ? Optional.of(group(id, group)) : Optional.empty(),
                locks);
    }

    private static ResourceGroup group(String subscription, ObjectNode json) {
        return new ResourceGroup(
                subscription, text(json, "name"), text(json, "location"), tags(json), 1, Optional.empty());
    }

    private static ObjectNode tags(JsonNode json) {
        return json.path("tags") instanceof ObjectNode given ? given : JsonNodeFactory.instance.objectNode();
    }

    private static String text(JsonNode json, String key) {
        JsonNode value = json.path(key);
        if (!value.isString()) {
            throw malformed(key);
        }
        return value.stringValue();
    }

    private static ProblemException malformed(String key) {
        return new ProblemException(Problem.InvalidBody.of("cell.copy", "expected a text", "/" + key));
    }
}
