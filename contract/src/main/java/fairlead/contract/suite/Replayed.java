package fairlead.contract.suite;

import java.util.List;

/// What came of doing again what led to a failure.
///
/// @param calls those of the replay file, made again; none if it has none
/// @param report of the suite with the seed and the input of the failure
public record Replayed(List<Repeated> calls, Report report) {

    public Replayed {
        calls = List.copyOf(calls);
    }
}
