/// Calls the operations of services that a model describes: connection, signature, deadlines and limits around
/// [fairlead.smithy.protocol.Protocol].
///
/// Nothing is repeated here. The caller knows whether a call may be made again, and repeats it with the same
/// idempotency token.
@NullMarked
package fairlead.smithy.client;

import org.jspecify.annotations.NullMarked;
