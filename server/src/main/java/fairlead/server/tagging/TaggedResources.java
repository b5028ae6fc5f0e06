package fairlead.server.tagging;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Tagging;
import fairlead.server.resource.change.TagRules;
import fairlead.server.resource.record.Resource;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// The resources of an account in a region, by their ARNs.
final class TaggedResources {

    private final TaggingVerbs verbs;

    TaggedResources(TaggingVerbs verbs) {
        this.verbs = verbs;
    }

    /// The tags of the resource.
    ObjectNode tags(SignedCall call, String arn) {
        return verbs.tagging().at(place(call, arn)).tags();
    }

    /// Sets these tags beside those that it has.
    void tag(SignedCall call, String arn, ObjectNode tags) {
        change(call, arn, present -> TagRules.merged(present, tags));
    }

    /// Takes these tags away, if it has them.
    void untag(SignedCall call, String arn, List<String> keys) {
        change(call, arn, present -> TagRules.without(present, keys));
    }

    private void change(SignedCall call, String arn, UnaryOperator<ObjectNode> change) {
        verbs.tagging().change(call.caller(), place(call, arn), present -> {
            ObjectNode tags = change.apply(present);
            var wrong = TagRules.checkCount(tags, "/Tags");
            if (!wrong.isEmpty()) {
                throw new ProblemException(new Problem.InvalidBody(wrong));
            }
            return tags;
        });
    }

    private Tagging.Place place(SignedCall call, String arn) {
        return new Tagging.Place.OfResource(one(call, arn).id());
    }

    /// The one that the ARN means. An ARN that means several resources tags none: the caller would not know which.
    private Resource one(SignedCall call, String arn) {
        List<Resource> found = find(call, arn);
        if (found.isEmpty()) {
            throw new ProblemException(new Problem.NotFound(
                    ProblemCode.RESOURCE_NOT_FOUND, "There is no resource '" + arn + "' in this account and region."));
        }
        if (found.size() > 1) {
            List<String> ids = found.stream().map(one -> one.id().toString()).toList();
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.AMBIGUOUS_ARN,
                    "'" + arn + "' means several resources: " + String.join(", ", ids),
                    List.of()));
        }
        return found.getFirst();
    }

    /// Those that the ARN means. Every resource that has a record can be tagged: the record has the tags, even if
    /// the type knows of none.
    List<Resource> find(SignedCall call, String arn) {
        return verbs.arns().find(call.subscription(), call.location(), arn).stream()
                .filter(resource -> verbs.readable(call.caller()).test(resource.id()))
                .toList();
    }
}
