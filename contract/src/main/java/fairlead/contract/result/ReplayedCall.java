package fairlead.contract.result;

import tools.jackson.databind.node.ObjectNode;

/// A call of a replay file that was made again.
///
/// @param before the call, and what was answered then
/// @param now what is answered now
public record ReplayedCall(Exchange before, ObjectNode now) {

    /// Whether it ended as it did then: the same status, with the same error code and as many entries.
    public boolean isSame() {
        return outcome(before.answer()).equals(outcome(now));
    }

    /// How a call ended, in a word or two.
    public static String outcome(ObjectNode answer) {
        String status = answer.path("status").asString("");
        if (answer.has("errorCode")) {
            return status + " " + answer.path("errorCode").asString("");
        }
        return answer.has("identifiers")
                ? status + " " + answer.path("identifiers").size()
                : status;
    }
}
