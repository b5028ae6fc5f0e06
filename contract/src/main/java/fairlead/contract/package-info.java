/// The handler contract as data, and the guard that holds every answer of every handler against it.
///
/// [Rule] defines each rule with all that is known of it; [Clause] is a sentence of the contract, read from
/// `clauses.json`. Where a rule is checked says its [Checker].
///
/// Implements the "CloudFormation resource type handler contract". Used by the control plane's engine; knows
/// handlers and schemas, no server.
@NullMarked
package fairlead.contract;

import org.jspecify.annotations.NullMarked;
