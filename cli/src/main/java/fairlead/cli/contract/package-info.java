/// The command `test`: the contract tests of a handler on this machine, and their reports.
///
/// No other part of the command opens a type as the server does; the tests themselves are in `fairlead.contract`.
@NullMarked
package fairlead.cli.contract;

import org.jspecify.annotations.NullMarked;
