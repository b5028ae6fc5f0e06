package fairlead.server.type.archive;

import fairlead.schema.text.JsonMistake;
import fairlead.server.problem.Problem.Detail;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads `fairlead.json` of an archive.
public final class RegistrationFile {

    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private RegistrationFile() {}

    /// An empty object if there is no such file, and empty if it can't be read.
    ///
    /// @param wrong gets the reason why it can't be read
    public static Optional<ObjectNode> read(TypeArchive unpacked, List<Detail> wrong) {
        if (unpacked.registration().length == 0) {
            return unpacked.wrong().stream().anyMatch(detail -> detail.target().equals(TypeArchive.REGISTRATION))
                    ? Optional.empty()
                    : Optional.of(JsonNodeFactory.instance.objectNode());
        }
        try {
            if (STRICT.readTree(unpacked.registration()) instanceof ObjectNode object) {
                return Optional.of(object);
            }
            wrong.add(detail("expected a JSON object"));
        } catch (JacksonException malformed) {
            wrong.add(detail(message(malformed)));
        }
        return Optional.empty();
    }

    private static Detail detail(String message) {
        return new Detail("registration.json", message, TypeArchive.REGISTRATION + "#");
    }

    private static String message(JacksonException malformed) {
        @Nullable TokenStreamLocation at = malformed.getLocation();
        String where = at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
        return where + JsonMistake.of(malformed);
    }
}
