/// What the suite finds: `Findings` collects what is looked at and what breaks, rule by rule; a [Report] is made of
/// it.
///
///     Findings -> Failure, Transcript -> Exchange        while it runs
///     Report -> Result -> Failure -> Exchange            in the end
///     Replay -> ReplayOutcome -> ReplayedCall            one failure again
///
/// Values and their collection alone: nothing here calls a handler, and nothing decides a rule.
@NullMarked
package fairlead.contract.result;

import org.jspecify.annotations.NullMarked;
