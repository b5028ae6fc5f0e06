/// The handler contract as data, and the guard that holds every answer of every handler against it.
///
/// Implements the "CloudFormation resource type handler contract". Used by the control plane's engine; knows
/// handlers and schemas, no server.
@NullMarked
package fairlead.contract;

import org.jspecify.annotations.NullMarked;
