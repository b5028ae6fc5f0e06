package fairlead.server.resource.record;

import fairlead.handler.Client;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tag that names the resource on whose behalf another resource was made. Only internal calls set it. Once it
/// is set it stays, whatever tags a caller asks for: "this is applicable for both PUT and PATCH".
public final class CreatedFor {

    private CreatedFor() {}

    /// On whose behalf the resource was made.
    public static Optional<String> of(Resource resource) {
        return Optional.ofNullable(Documents.texts(resource.tags()).get(Client.CREATED_FOR));
    }

    /// The tags that a resource gets when these are asked for.
    public static ObjectNode kept(Resource present, ObjectNode asked) {
        Optional<String> owner = of(present);
        Optional<Map.Entry<String, JsonNode>> given = given(asked);
        if (owner.isEmpty()) {
            given.ifPresent(tag -> refuse(tag.getKey()));
            return asked;
        }
        if (given.isPresent() && !given.get().getValue().asString("").equals(owner.get())) {
            refuse(given.get().getKey());
        }
        ObjectNode kept = asked.deepCopy();
        given.ifPresent(tag -> kept.remove(tag.getKey()));
        return kept.put(Client.CREATED_FOR, owner.get());
    }

    public static boolean isGiven(ObjectNode tags) {
        return given(tags).isPresent();
    }

    /// Refuses tags for something new that only an internal call may set.
    public static void requireNone(ObjectNode asked) {
        given(asked).ifPresent(tag -> refuse(tag.getKey()));
    }

    private static Optional<Map.Entry<String, JsonNode>> given(ObjectNode tags) {
        return tags.properties().stream()
                .filter(tag -> tag.getKey().equalsIgnoreCase(Client.CREATED_FOR))
                .findFirst();
    }

    private static void refuse(String key) {
        throw new ProblemException(Problem.InvalidBody.of(
                "tags.created-for", "the tag '" + key + "' is set by the control plane alone", "/tags/" + key));
    }
}
