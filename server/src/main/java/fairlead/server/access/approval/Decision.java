package fairlead.server.access.approval;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What one person has said of an approval.
///
/// @param principal what tells them from others
/// @param what `approved`, `denied` or `overridden`
/// @param fulfils for which of the demands it counts, by their places
public record Decision(String principal, String name, String what, String reason, Instant at, Set<Integer> fulfils) {

    static final String APPROVED = "approved";
    static final String DENIED = "denied";
    static final String OVERRIDDEN = "overridden";

    public Decision {
        fulfils = Set.copyOf(fulfils);
    }

    ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("principalId", principal)
                .put("principalName", name)
                .put("decision", what)
                .put("reason", reason)
                .put("time", at.toString());
    }

    static byte[] encode(List<Decision> decisions) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Decision one : decisions) {
            ArrayNode fulfils = list.addObject().setAll(one.json()).putArray("fulfils");
            one.fulfils().stream().sorted().forEach(fulfils::add);
        }
        return JsonMapper.shared().writeValueAsBytes(list);
    }

    static List<Decision> decode(byte[] bytes) {
        List<Decision> decisions = new ArrayList<>();
        for (JsonNode one : JsonMapper.shared().readTree(bytes)) {
            Set<Integer> fulfils = new HashSet<>();
            one.path("fulfils").forEach(place -> fulfils.add(place.asInt()));
            decisions.add(new Decision(
                    one.path("principalId").asString(""),
                    one.path("principalName").asString(""),
                    one.path("decision").asString(""),
                    one.path("reason").asString(""),
                    Instant.parse(one.path("time").asString("")),
                    fulfils));
        }
        return decisions;
    }
}
