package fairlead.server.tagging;

import fairlead.server.resource.document.Documents;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// TagResource, UntagResource and ListTagsForResource: one resource by its ARN (AWS Core Specification,
/// "aws.api#tagEnabled trait").
final class ResourceActions {

    private static final int MOST_TAGS = 50;

    private final TaggedResources resources;

    ResourceActions(TaggedResources resources) {
        this.resources = resources;
    }

    ObjectNode answer(String action, SignedCall call) {
        return switch (action) {
            case "TagResource" -> tag(call);
            case "UntagResource" -> untag(call);
            case "ListTagsForResource" -> list(call);
            default -> throw UnknownAction.of(action);
        };
    }

    private ObjectNode tag(SignedCall call) {
        String arn = call.input().required("resourceArn");
        ObjectNode tags = tags(call.input());
        call.input().wrong(AwsTags.check(tags, "/tags"));
        call.input().check();
        resources.tag(call, arn, tags);
        return Documents.JSON.createObjectNode();
    }

    private static ObjectNode tags(Input input) {
        ObjectNode tags = Documents.JSON.createObjectNode();
        if (!input.has("tags")) {
            input.wrong("tags", "expected a list, found nothing");
        }
        for (JsonNode tag : input.list("tags", MOST_TAGS)) {
            JsonNode key = tag.path("key");
            JsonNode value = tag.path("value");
            boolean whole = key.isString() && (value.isString() || value.isMissingNode());
            if (!whole || tags.has(key.stringValue())) {
                input.wrong("tags", "expected a key and a value, each key once, found " + tag);
            } else {
                tags.put(key.stringValue(), value.asString(""));
            }
        }
        return tags;
    }

    private ObjectNode untag(SignedCall call) {
        String arn = call.input().required("resourceArn");
        List<String> keys = call.input().requiredTexts("tagKeys", MOST_TAGS);
        call.input().wrong(AwsTags.checkKeys(keys, "/tagKeys"));
        call.input().check();
        resources.untag(call, arn, keys);
        return Documents.JSON.createObjectNode();
    }

    private ObjectNode list(SignedCall call) {
        String arn = call.input().required("resourceArn");
        call.input().check();
        ObjectNode answer = Documents.JSON.createObjectNode();
        answer.set("tags", AwsTags.list(resources.tags(call, arn), "key", "value"));
        return answer;
    }
}
