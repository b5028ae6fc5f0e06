/// Fuzzing of the parsers: what they are given by callers, authors and services.
///
/// A [FuzzTarget] gives one parser whatever bytes it is given, and says what has to hold. `FuzzTargets` lists them.
/// [FuzzRun] is what a coverage-guided fuzzer calls; the tests replay the kept inputs. A target that needs what a
/// package keeps to itself stands in that package.
@NullMarked
package fairlead.fuzz;

import org.jspecify.annotations.NullMarked;
