package fairlead.server.cloudcontrol;

import fairlead.server.access.policy.Judgement;
import fairlead.server.http.Request;
import fairlead.server.resource.change.ReplacePolicy;
import java.util.Optional;

/// What a request asks for in headers, since the protocol has no word for it.
///
/// @param replace whether an update may replace what it can't change
/// @param adopt whether a create takes what is there already, and its identifier, if the desired state does not say
///     that
/// @param plan the hash of the plan that the caller was shown
record Extensions(ReplacePolicy replace, Optional<String> adopt, boolean drift, Optional<String> plan) {

    private static final String REPLACE = "x-fairlead-replace";

    /// Of CreateResource: `true`, or the identifier.
    private static final String ADOPT = "x-fairlead-adopt";

    /// Of GetResource; and of its answer, which has the status.
    static final String DRIFT = "x-fairlead-drift";

    /// Of the answer of GetResource: what sets the drift right, as a `PatchDocument` of UpdateResource.
    static final String DRIFT_PATCH = "x-fairlead-drift-patch";

    static Extensions of(Request request) {
        return new Extensions(
                replace(request),
                request.header(ADOPT).filter(value -> !value.equals("false")),
                request.header(DRIFT).filter("true"::equals).isPresent(),
                request.header(Judgement.HEADER));
    }

    private static ReplacePolicy replace(Request request) {
        Optional<String> value = request.header(REPLACE);
        return value.map(word -> ReplacePolicy.parse(word)
                        .orElseThrow(() -> CloudControlErrors.invalid("The header " + REPLACE + " is '" + word
                                + "'; expected true, false, create_then_delete or delete_then_create.")))
                .orElse(ReplacePolicy.NEVER);
    }
}
