package fairlead.fuzz;

import fairlead.schema.diff.Patch;
import fairlead.schema.diff.PatchException;
import fairlead.server.resource.document.Documents;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// JSON Patch: a list of a document and a patch of it.
final class JsonPatchFuzz implements FuzzTarget {

    @Override
    public void run(byte[] input) {
        JsonNode both;
        try {
            both = Documents.JSON.readTree(input);
        } catch (JacksonException none) {
            return;
        }
        JsonNode document = both.path(0);
        Patch patch;
        try {
            patch = Patch.read(both.path(1));
        } catch (PatchException refused) {
            Law.holds(refused.getMessage() != null, "a refusal says why");
            return;
        }
        Law.same(Patch.read(patch.toJson()), patch, "a patch that is written and read");
        JsonNode before = document.deepCopy();
        Optional<JsonNode> expected = ReferencePatch.apply(document, both.path(1));
        try {
            JsonNode after = patch.applyTo(document);
            Law.same(Optional.of(after), expected, "what RFC 6902 says");
        } catch (PatchException refused) {
            boolean limit = String.valueOf(refused.getMessage()).contains("at most");
            Law.holds(limit || expected.isEmpty(), "refused, and RFC 6902 does not: " + refused.getMessage());
        }
        Law.same(document, before, "a document is not changed by a patch");
    }
}
