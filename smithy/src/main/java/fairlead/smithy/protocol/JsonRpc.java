package fairlead.smithy.protocol;

import java.util.List;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// awsJson1_0 and awsJson1_1: every operation is a POST to one address, a header names it, the body is its input.
final class JsonRpc implements WireFormat {

    private final ServiceShape service;
    private final String mediaType;
    private final Encoder encoder;
    private final Decoder decoder;

    JsonRpc(Model model, ServiceShape service, String version, Misfits misfits) {
        this.service = service;
        this.mediaType = "application/x-amz-json-" + version;
        this.encoder = new Encoder(model, Format.JSON);
        this.decoder = new Decoder(model, Format.JSON, misfits);
    }

    @Override
    public HttpCall call(OperationShape operation, StructureShape input, ObjectNode document) {
        Headers headers = Headers.NONE
                .with("Content-Type", mediaType)
                .with(
                        "X-Amz-Target",
                        service.getId().getName() + "." + operation.getId().getName());
        ObjectNode body = encoder.input(input.members(), document);
        return HttpCall.with("POST", "/", List.of(), headers, Json.write(body));
    }

    @Override
    public ObjectNode read(ShapeId bindings, StructureShape shape, HttpAnswer answer) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        // Where nothing is expected, services answer with anything.
        if (!shape.members().isEmpty()) {
            decoder.members(shape.members(), Json.read(answer.body()), document);
        }
        return document;
    }

    @Override
    public String errorCode(HttpAnswer answer) {
        return ErrorCodes.ofJson(answer, errorBody(answer));
    }

    @Override
    public JsonNode errorBody(HttpAnswer answer) {
        return Json.readLenient(answer.body());
    }
}
