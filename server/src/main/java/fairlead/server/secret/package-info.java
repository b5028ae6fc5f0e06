/// Secrets at rest: write-only values and what handlers ask to remember are sealed before they are stored.
///
/// Uses `database` for the key of nodes that share one; used by `resource` and `type`.
@NullMarked
package fairlead.server.secret;

import org.jspecify.annotations.NullMarked;
