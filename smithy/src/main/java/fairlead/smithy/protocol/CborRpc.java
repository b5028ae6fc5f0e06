package fairlead.smithy.protocol;

import java.util.List;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.model.traits.UnitTypeTrait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// rpcv2Cbor: every operation is a POST to an address of its own, the body is its input in CBOR.
final class CborRpc implements WireFormat {

    private static final String MARK = "smithy-protocol";
    private static final String NAME = "rpc-v2-cbor";
    private static final String MEDIA_TYPE = "application/cbor";

    private final ServiceShape service;
    private final Encoder encoder;
    private final Decoder decoder;

    CborRpc(Model model, ServiceShape service, Misfits misfits) {
        this.service = service;
        this.encoder = new Encoder(model, Format.CBOR);
        this.decoder = new Decoder(model, Format.CBOR, misfits);
    }

    @Override
    public HttpCall call(OperationShape operation, StructureShape input, ObjectNode document) {
        String path = "/service/" + service.getId().getName() + "/operation/"
                + operation.getId().getName();
        Headers headers = Headers.NONE.with(MARK, NAME).with("Accept", MEDIA_TYPE);
        if (input.hasTrait(UnitTypeTrait.class)) {
            return HttpCall.without("POST", path, List.of(), headers);
        }
        byte[] body = CborWriter.write(encoder.input(input.members(), document));
        return HttpCall.with("POST", path, List.of(), headers.with("Content-Type", MEDIA_TYPE), body);
    }

    @Override
    public ObjectNode read(ShapeId bindings, StructureShape shape, HttpAnswer answer) {
        requireMark(answer);
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        boolean empty = answer.body().length == 0;
        JsonNode body = empty ? JsonNodeFactory.instance.objectNode() : CborReader.read(answer.body());
        decoder.members(shape.members(), body, document);
        return document;
    }

    /// "Clients MUST NOT" take an answer without the mark for one of this protocol.
    private static void requireMark(HttpAnswer answer) {
        if (!answer.headers().value(MARK).orElse("").equals(NAME)) {
            throw new MalformedAnswer("expected an answer with '" + MARK + ": " + NAME + "', found none");
        }
    }

    @Override
    public String errorCode(HttpAnswer answer) {
        return ErrorCodes.plain(errorBody(answer).path("__type").asString(""));
    }

    @Override
    public JsonNode errorBody(HttpAnswer answer) {
        try {
            JsonNode body = CborReader.read(answer.body());
            return body.isObject() ? body : JsonNodeFactory.instance.objectNode();
        } catch (MalformedAnswer notCbor) {
            return JsonNodeFactory.instance.objectNode();
        }
    }
}
