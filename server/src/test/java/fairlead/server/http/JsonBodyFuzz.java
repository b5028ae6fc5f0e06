package fairlead.server.http;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Law;
import fairlead.server.limit.BodyMemory;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON in the body of a request.
public final class JsonBodyFuzz implements FuzzTarget {

    /// Above it, values are counted.
    private static final int COUNTED = 4097;

    @Override
    public void run(byte[] input) {
        ObjectNode object;
        try {
            object = Body.object(input, Documents.JSON);
        } catch (ProblemException refused) {
            Law.holds(refused.problem() instanceof Problem.MalformedBody, "a body is refused as malformed");
            return;
        }
        byte[] written = Documents.bytes(object);
        Law.sameJson(Body.object(written, Documents.JSON), object, "a body that is written and read");
        Law.sameJson(Documents.object(written), object, "a body that is stored and read");
        Law.same(Documents.digest(input), Documents.digest(written), "the digest of a body that is written");
        Law.holds(!TextRules.hasZero(new String(written, StandardCharsets.UTF_8)), "no U+0000");
        requireSound(object, 1);
        requireCounted(input, count(object));
    }

    private static void requireSound(JsonNode node, int depth) {
        Law.holds(!node.isContainer() || depth <= Documents.DEEPEST, "no deeper than allowed");
        requireCharacters(node.isString() ? node.stringValue() : "");
        node.propertyNames().forEach(JsonBodyFuzz::requireCharacters);
        node.forEach(child -> requireSound(child, depth + 1));
    }

    private static void requireCharacters(String text) {
        Law.holds(
                text.codePoints()
                        .noneMatch(point ->
                                point == 0 || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)),
                "texts have whole characters, and none of them is U+0000");
    }

    private static int count(JsonNode node) {
        int count = 1;
        for (JsonNode child : node) {
            count += count(child);
        }
        return count;
    }

    /// The pass over the tokens finds as many values as there are in the tree.
    private static void requireCounted(byte[] input, int values) {
        byte[] padded = Arrays.copyOf(input, Math.max(input.length, COUNTED));
        Arrays.fill(padded, input.length, padded.length, (byte) ' ');
        Law.holds(isTaken(padded, values), "as many values as are allowed");
        Law.holds(!isTaken(padded, values - 1), "one value more than is allowed");
    }

    private static boolean isTaken(byte[] body, int most) {
        try (BodyMemory.Part part = new BodyMemory(Long.MAX_VALUE).open("caller")) {
            new BodyLimits(body.length, most, part).requireFewValues(body);
            return true;
        } catch (ProblemException refused) {
            Law.holds(refused.problem() instanceof Problem.BodyTooLarge, "too many values are too large a body");
            return false;
        }
    }
}
