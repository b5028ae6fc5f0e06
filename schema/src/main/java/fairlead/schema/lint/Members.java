package fairlead.schema.lint;

import fairlead.schema.draft07.JavaPattern;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// What an object's schema says of one of its members.
final class Members {

    private Members() {}

    /// The pointers of the schemas for a member: declared, or behind patterns. A pattern that can't be read fits none.
    static List<String> of(String at, JsonNode schema, String name) {
        List<String> found = new ArrayList<>();
        if (schema.path("properties").has(name)) {
            found.add(at + "/properties/" + PointerSteps.escape(name));
        }
        for (String pattern : schema.path("patternProperties").propertyNames()) {
            if (JavaPattern.of(pattern)
                    .map(Pattern::asPredicate)
                    .filter(fits -> fits.test(name))
                    .isPresent()) {
                found.add(at + "/patternProperties/" + PointerSteps.escape(pattern));
            }
        }
        return found;
    }
}
