package fairlead.server.tagging;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// The actions of the "Resource Groups Tagging API" that change tags, and the way to those that find resources by them.
/// There are no tag policies here, and so none of the reports on them.
final class GroupActions {

    private static final int MOST_RESOURCES = 20;
    private static final int MOST_TAGS = 50;

    private final TaggedResources resources;
    private final Search search;

    GroupActions(TaggedResources resources, TaggingVerbs verbs) {
        this.resources = resources;
        search = new Search(resources, verbs);
    }

    ObjectNode answer(String action, SignedCall call) {
        return switch (action) {
            case "TagResources" -> tag(call);
            case "UntagResources" -> untag(call);
            case "GetResources" -> search.resources(call);
            case "GetTagKeys" -> search.keys(call);
            case "GetTagValues" -> search.values(call);
            default -> throw UnknownAction.of(action);
        };
    }

    private ObjectNode tag(SignedCall call) {
        List<String> arns = call.input().requiredTexts("ResourceARNList", MOST_RESOURCES);
        ObjectNode tags = call.input().object("Tags");
        if (tags.isEmpty()) {
            call.input().wrong("Tags", "expected 1 to " + MOST_TAGS + " tags, found none");
        }
        call.input().wrong(AwsTags.check(tags, "/Tags"));
        call.input().check();
        return each(arns, arn -> resources.tag(call, arn, tags));
    }

    private ObjectNode untag(SignedCall call) {
        List<String> arns = call.input().requiredTexts("ResourceARNList", MOST_RESOURCES);
        List<String> keys = call.input().requiredTexts("TagKeys", MOST_TAGS);
        call.input().wrong(AwsTags.checkKeys(keys, "/TagKeys"));
        call.input().check();
        return each(arns, arn -> resources.untag(call, arn, keys));
    }

    /// What fails for one resource is told of that one, and the others are changed all the same.
    private static ObjectNode each(List<String> arns, Consumer<String> change) {
        ObjectNode answer = Documents.JSON.createObjectNode();
        ObjectNode failed = answer.putObject("FailedResourcesMap");
        for (String arn : arns) {
            try {
                change.accept(arn);
            } catch (ProblemException refused) {
                failed.set(arn, failure(refused.problem()));
            }
        }
        return answer;
    }

    private static ObjectNode failure(Problem problem) {
        boolean ours = problem.status() >= 500;
        return Documents.JSON
                .createObjectNode()
                .put("StatusCode", problem.status())
                .put("ErrorCode", ours ? Dialect.INTERNAL : Dialect.INVALID_PARAMETER)
                .put("ErrorMessage", Dialect.message(problem));
    }
}
