package fairlead.server.arm.deployment.whatif;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What a deployment would do.
///
/// @param properties `changes`, `potentialChanges` and `diagnostics`, as callers are shown them
/// @param refusals why it would fail; of those resources nothing is said in the changes
public record WhatIfResult(ObjectNode properties, List<Refusal> refusals) {
    public WhatIfResult {
        refusals = List.copyOf(refusals);
    }
}
