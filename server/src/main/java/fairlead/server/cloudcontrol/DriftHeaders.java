package fairlead.server.cloudcontrol;

import fairlead.server.drift.Difference;
import fairlead.server.drift.Drifts;
import fairlead.server.drift.Finding;
import fairlead.server.drift.Report;
import fairlead.server.http.Response;
import java.util.Optional;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/// What a look for drift has found, in the headers of GetResource's answer: the protocol has no member for it.
final class DriftHeaders {

    /// Of what has no record: any program may change it.
    private static final String NOT_MANAGED = "NOT_MANAGED";

    /// Clients refuse longer headers.
    private static final int LONGEST_PATCH = 4096;

    private static final JsonMapper ASCII =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private DriftHeaders() {}

    /// @param found empty for what has no record
    static void put(Response response, Optional<Drifts.View> found) {
        Optional<Finding> finding = found.flatMap(Drifts.View::report).map(Report::finding);
        response.with(
                Extensions.DRIFT,
                finding.map(one -> one.status().cloudFormation()).orElse(NOT_MANAGED));
        if (finding.orElse(null) instanceof Finding.Differs(var differences, var _)) {
            ArrayNode patch = ASCII.createArrayNode();
            differences.stream().map(Difference::operation).forEach(operation -> patch.add(operation.toJson()));
            String text = ASCII.writeValueAsString(patch);
            if (text.length() <= LONGEST_PATCH) {
                response.with(Extensions.DRIFT_PATCH, text);
            }
        }
    }
}
