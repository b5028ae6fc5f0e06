/// Decides rules that more than one scenario has something to say about, one class a rule (see
/// [fairlead.contract.Checker]).
///
/// A check makes the calls that it needs for its judgement and reports what it finds. It does not know which scenario
/// asks it. Beside the checks stand what they compare (`LifecycleObservation`, `ObservedUpdate`) and `Cleanup`, which
/// deletes what a scenario has left.
@NullMarked
package fairlead.contract.check;

import org.jspecify.annotations.NullMarked;
