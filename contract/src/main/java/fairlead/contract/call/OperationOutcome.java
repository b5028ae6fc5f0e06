package fairlead.contract.call;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The end of an operation.
///
/// @param last never [Progress.Again]
/// @param identifier the identifier that the last event with one had
/// @param events how many answers there were
public record OperationOutcome(Progress last, Optional<String> identifier, int events) {

    public Optional<ObjectNode> model() {
        return last instanceof Progress.Done(var model) ? Optional.of(model) : Optional.empty();
    }

    public boolean failedWith(ErrorCode code) {
        return last instanceof Progress.Failed(var found, var _) && found == code;
    }

    public Optional<Progress.Failed> failure() {
        return last instanceof Progress.Failed failed ? Optional.of(failed) : Optional.empty();
    }
}
