/// What AWS's tools ask the Security Token Service before anything else: who they are.
///
/// A surface spoken through `query`. It issues no credentials: callers sign with the keys that the server has.
@NullMarked
package fairlead.server.registry.sts;

import org.jspecify.annotations.NullMarked;
