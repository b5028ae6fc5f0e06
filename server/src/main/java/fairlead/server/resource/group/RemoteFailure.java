package fairlead.server.resource.group;

import fairlead.server.operation.Failure;
import fairlead.server.problem.Code;
import fairlead.server.problem.FailureCode;
import fairlead.server.resource.document.Documents;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The reason why another cell could not delete its part of a group: the value of `error` in the error document
/// with which that cell answered.
final class RemoteFailure {

    private RemoteFailure() {}

    /// Its details or, if it has none, itself.
    ///
    /// @param about what the whole is about
    static List<Failure.Part> read(String error, String about) {
        JsonNode json = Documents.object(error.getBytes(StandardCharsets.UTF_8));
        List<Failure.Part> parts = new ArrayList<>();
        json.path("details").forEach(detail -> parts.add(part(detail, about)));
        return parts.isEmpty() ? List.of(part(json, about)) : parts;
    }

    private static Failure.Part part(JsonNode json, String about) {
        return new Failure.Part(
                Code.parse(json.path("code").asString(FailureCode.CONFLICT.text())),
                json.path("message").asString("It is still there."),
                json.path("target").asString(about));
    }
}
