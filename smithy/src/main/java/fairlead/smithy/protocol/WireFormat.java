package fairlead.smithy.protocol;

import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// In what the protocols differ.
interface WireFormat {

    /// The request of an operation, before the traits that all protocols treat alike.
    HttpCall call(OperationShape operation, StructureShape input, ObjectNode document);

    /// The output of an operation, or the members of an error.
    ///
    /// @param bindings the operation or the error
    ObjectNode read(ShapeId bindings, StructureShape shape, HttpAnswer answer);

    /// What an error is called where it came; empty if nothing says.
    String errorCode(HttpAnswer answer);

    /// The body of an error as it came; an empty object if it is none.
    JsonNode errorBody(HttpAnswer answer);
}
