package fairlead.contract.result;

import java.util.List;

/// What came of doing again what led to a failure.
///
/// @param calls those of the replay file, made again; none if it has none
/// @param report of the suite with the seed and the input of the failure
public record ReplayOutcome(List<ReplayedCall> calls, Report report) {

    public ReplayOutcome {
        calls = List.copyOf(calls);
    }
}
