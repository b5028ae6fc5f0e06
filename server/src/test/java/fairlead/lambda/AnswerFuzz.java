package fairlead.lambda;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Law;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// What providers answer.
public final class AnswerFuzz implements FuzzTarget {

    private static final ResourceSchema SCHEMA = schema();

    private static ResourceSchema schema() {
        byte[] json = """
            {"typeName": "Example::Fuzz::Thing", "description": "x", "additionalProperties": false,
             "properties": {"Id": {"type": "string"}, "Count": {"type": "integer"}, "On": {"type": "boolean"},
               "Ratio": {"type": "number"}, "List": {"type": "array", "items": {"type": "integer"}},
               "Map": {"type": "object", "patternProperties": {".*": {"type": "boolean"}}, "additionalProperties": false}},
             "primaryIdentifier": ["/properties/Id"], "tagging": {"taggable": false}}
            """.getBytes(StandardCharsets.UTF_8);
        return switch (ResourceSchema.parse(json)) {
            case Loaded.Valid valid -> valid.schema();
            case Loaded.Invalid invalid -> throw new AssertionError(invalid.findings());
        };
    }

    @Override
    public void run(byte[] input) {
        try {
            Answer answer = Answer.read(SCHEMA, input);
            Law.holds(!answer.status().isEmpty(), "an answer has a status");
            Law.holds(answer.delay().compareTo(Duration.ofDays(2)) <= 0, "a pause has an end");
            Answer lenient = answer.lenient();
            Law.holds(!lenient.delay().isNegative(), "a pause is not less than none");
            Law.same(lenient.lenient(), lenient, "what is lenient stays so");
            answer.requireExact();
        } catch (Answer.Unreadable refused) {
            Law.holds(refused.getMessage() != null, "a refusal says why");
        }
    }
}
