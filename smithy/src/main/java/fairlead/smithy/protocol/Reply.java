package fairlead.smithy.protocol;

import java.util.Optional;
import software.amazon.smithy.model.shapes.StructureShape;
import tools.jackson.databind.node.ObjectNode;

/// What a service answered: [Output] or [Refusal].
public sealed interface Reply {

    /// The operation's output.
    record Output(ObjectNode document) implements Reply {}

    /// An error of the service.
    ///
    /// @param code its name without a namespace; where a service has left an older protocol, the name in that
    /// @param shape the error in the model, if the operation or the service has it
    /// @param document the error's members; of an error without a shape, the answer as it came
    /// @param message for people; empty if the service gave none
    record Refusal(int status, String code, Optional<StructureShape> shape, ObjectNode document, String message)
            implements Reply {}
}
