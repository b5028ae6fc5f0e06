/// The contract suite as JUnit tests: one dynamic test for each rule.
///
/// Apart from `fairlead.contract.suite`, so that a control plane does not carry a test framework.
@NullMarked
package fairlead.contract.junit;

import org.jspecify.annotations.NullMarked;
