package fairlead.contract.call;

import fairlead.handler.ErrorCode;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// How a read went.
public sealed interface ReadOutcome {

    record Found(ObjectNode model) implements ReadOutcome {}

    record Missing() implements ReadOutcome {}

    /// @param code empty where the answer was no answer to a read
    record Wrong(Optional<ErrorCode> code, String message) implements ReadOutcome {}
}
