package fairlead.fuzz;

import fairlead.server.http.precondition.EntityTags;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.util.Optional;

/// The values of `If-Match` and `If-None-Match`.
final class EntityTagsFuzz implements FuzzTarget {

    private static final String HEADER = "If-Match";

    @Override
    public void run(byte[] input) {
        String value = Input.stretched(Input.text(input));
        EntityTags tags;
        try {
            tags = EntityTags.parse(HEADER, Optional.of(value));
        } catch (ProblemException refused) {
            Law.holds(refused.problem() instanceof Problem.BadRequest, "a value is refused as a bad request");
            return;
        }
        Law.same(tags.isAbsent(), value.isBlank(), "only what is empty demands nothing");
        Law.holds(!(tags.any() && !tags.tags().isEmpty()), "any, or some");
        tags.tags().forEach(tag -> {
            Law.holds(tag.matches("(?s)(W/)?\"[^\"]*\""), "a tag is in quotes");
            Law.same(tags.match(tag), true, "a tag that is listed matches");
        });
        String written = tags.any() ? "*" : String.join(", ", tags.tags());
        Law.same(EntityTags.parse(HEADER, Optional.of(written)), tags, "tags that are written and read");
    }
}
