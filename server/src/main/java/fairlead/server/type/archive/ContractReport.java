package fairlead.server.type.archive;

import fairlead.schema.text.JsonMistake;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the contract suite found of one version of a type: the file [TypeArchive#REPORT] of an archive.
///
/// What is read of it are the digest of what was tested, the time and the counts; the rest is kept as it is.
///
/// @param digest of the version that was tested
/// @param failed how many rules did not hold
/// @param document the whole report
public record ContractReport(String digest, PassedContract tested, long failed, byte[] document) {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /// The report in the document; throws [Problem.InvalidBody] with everything that is wrong.
    public static ContractReport parse(byte[] document) {
        Reader reader = new Reader(document);
        String digest = reader.digest();
        Instant at = reader.time();
        long passed = reader.count("passed");
        long failed = reader.count("failed");
        long skipped = reader.count("skipped");
        if (!reader.wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(reader.wrong));
        }
        return new ContractReport(digest, new PassedContract(at, passed, skipped), failed, document);
    }

    private static final class Reader {

        private final List<Detail> wrong = new ArrayList<>();
        private final JsonNode root;

        Reader(byte[] document) {
            root = read(document);
        }

        private JsonNode read(byte[] document) {
            try {
                return JsonMapper.shared().readTree(document);
            } catch (JacksonException malformed) {
                wrong("report.json", "expected JSON: " + JsonMistake.of(malformed), "");
                return JsonMapper.shared().createObjectNode();
            }
        }

        String digest() {
            String text = root.path("digest").asString("");
            if (!DIGEST.matcher(text).matches()) {
                wrong("report.digest", "expected the digest of what was tested, in 64 hexadecimal digits", "/digest");
            }
            return text;
        }

        Instant time() {
            try {
                return Instant.parse(root.path("testedAt").asString(""));
            } catch (DateTimeException none) {
                wrong("report.time", "expected a time such as 2026-11-01T12:00:00Z", "/testedAt");
                return Instant.EPOCH;
            }
        }

        long count(String name) {
            @Nullable JsonNode value = root.path("counts").get(name);
            if (value == null || !value.isInt() || value.intValue() < 0) {
                wrong("report.count", "expected how many rules " + name, "/counts/" + name);
                return 0;
            }
            return value.intValue();
        }

        private void wrong(String id, String message, String pointer) {
            wrong.add(new Detail(id, message, TypeArchive.REPORT + "#" + pointer));
        }
    }
}
