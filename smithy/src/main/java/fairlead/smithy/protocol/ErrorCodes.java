package fairlead.smithy.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.aws.traits.protocols.AwsQueryCompatibleTrait;
import software.amazon.smithy.aws.traits.protocols.AwsQueryErrorTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.OperationIndex;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.StructureShape;
import tools.jackson.databind.JsonNode;

/// Which error an answer is.
final class ErrorCodes {

    private static final String QUERY_ERROR = "x-amzn-query-error";

    private final Model model;
    private final ServiceShape service;

    ErrorCodes(Model model, ServiceShape service) {
        this.model = model;
        this.service = service;
    }

    /// The header says it, else a member of the body, as text alone: services have members `code` of other kinds.
    static String ofJson(HttpAnswer answer, JsonNode body) {
        return answer.headers()
                .value("X-Amzn-Errortype")
                .or(() -> body.path("code").stringValueOpt())
                .or(() -> body.path("__type").stringValueOpt())
                .map(ErrorCodes::plain)
                .orElse("");
    }

    /// Without the namespace in front and the address behind.
    static String plain(String code) {
        int colon = code.indexOf(':');
        String named = colon < 0 ? code : code.substring(0, colon);
        return named.substring(named.indexOf('#') + 1).strip();
    }

    /// The shape of an error that the operation, or every operation of the service, may answer with.
    Optional<StructureShape> shape(OperationShape operation, String code) {
        List<StructureShape> errors = OperationIndex.of(model).getErrors(service, operation);
        return errors.stream()
                .filter(error -> error.getId().getName().equals(code))
                .findFirst()
                .or(() -> errors.stream()
                        .filter(error -> error.getTrait(AwsQueryErrorTrait.class)
                                .filter(trait -> trait.getCode().equals(code))
                                .isPresent())
                        .findFirst());
    }

    /// The code by which callers know the error: that of the older protocol, where the service has left one.
    String surfaced(HttpAnswer answer, String code) {
        return service.hasTrait(AwsQueryCompatibleTrait.class)
                ? answer.headers()
                        .value(QUERY_ERROR)
                        .map(value -> value.split(";", 2)[0])
                        .orElse(code)
                : code;
    }

    /// What the error says for people: its member of that name, in any case.
    static String message(JsonNode body) {
        for (String name : List.of("message", "errormessage")) {
            for (Map.Entry<String, JsonNode> entry : body.properties()) {
                if (entry.getKey().equalsIgnoreCase(name) && entry.getValue().isString()) {
                    return entry.getValue().asString();
                }
            }
        }
        return "";
    }
}
