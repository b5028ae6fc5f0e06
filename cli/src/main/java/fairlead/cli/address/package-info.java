/// The names on the command line of what a command works on: subscription, group, type, resource.
///
/// `Scope`, `Target` and `ScopeOptions` are groups of options; they make an `Address`, which is the path of a
/// request. `Types` asks the server for its types.
@NullMarked
package fairlead.cli.address;

import org.jspecify.annotations.NullMarked;
