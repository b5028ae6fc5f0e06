/// The contract test suite: runs the whole handler contract against one resource type and reports by rule.
///
///     Suite -> scenario -> check -> call -> result        each knows those to its right
///
/// Starts from [Suite]. Everything is a function of the type, the inputs and a seed; no call can hang it. It knows
/// handlers and schemas, no server and no test framework.
@NullMarked
package fairlead.contract.suite;

import org.jspecify.annotations.NullMarked;
