package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.REPORT;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// Handlers that take the tags of a request, but not all, or not for ever.
final class TagMutants {

    private TagMutants() {}

    private static Reference tagging(UnaryOperator<Map<String, String>> taken) {
        return new Reference(REPORT, 0) {
            @Override
            void tag(Resource resource, Map<String, String> tags) {
                resource.tags = taken.apply(tags);
            }
        };
    }

    /// From the tags that are there and those of the update to the tags that there are then.
    private interface Retagged {
        Map<String, String> now(Map<String, String> before, Map<String, String> tags);
    }

    private static Reference retagging(Retagged retagged) {
        return new Reference(REPORT, 0) {
            @Override
            void retag(Resource resource, Map<String, String> tags) {
                resource.tags = retagged.now(resource.tags, tags);
            }
        };
    }

    private static Map<String, String> without(Map<String, String> tags, String key) {
        Map<String, String> fewer = new HashMap<>(tags);
        fewer.remove(key);
        return fewer;
    }

    private static Map<String, String> both(Map<String, String> before, Map<String, String> after) {
        Map<String, String> all = new HashMap<>(before);
        all.putAll(after);
        return all;
    }

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "create takes but one tag of the request",
                        () -> tagging(tags -> without(tags, "Gone")),
                        TAGS_ON_CREATE),
                Mutant.of(
                        "create writes a tag of the request in capitals",
                        () -> tagging(tags -> tags.isEmpty() ? tags : both(tags, Map.of("Suite", "FIRST"))),
                        TAGS_ON_CREATE),
                Mutant.of(
                        "create drops the properties' tags for those of the request",
                        () -> new Reference(REPORT, 0) {
                            @Override
                            ObjectNode shown(Resource resource) {
                                ObjectNode model = super.shown(resource);
                                if (!resource.tags.isEmpty()) {
                                    model.putArray("Tags")
                                            .addObject()
                                            .put("Key", "Suite")
                                            .put("Value", resource.tags.getOrDefault("Suite", ""));
                                }
                                return model;
                            }
                        },
                        CREATE_RETURNS_REQUEST,
                        UPDATE_RETURNS_REQUEST,
                        TAGS_ON_CREATE,
                        TAGS_ON_UPDATE),
                Mutant.of(
                        "update leaves the tags as they were", () -> retagging((before, _) -> before), TAGS_ON_UPDATE),
                Mutant.of(
                        "update leaves a tag that the request no longer has",
                        () -> retagging(TagMutants::both),
                        TAGS_ON_UPDATE),
                Mutant.of("update loses the tags of the request", () -> retagging((_, _) -> Map.of()), TAGS_ON_UPDATE));
    }
}
