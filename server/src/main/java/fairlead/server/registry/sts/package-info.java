/// What AWS's tools ask the Security Token Service before anything else: who they are.
@NullMarked
package fairlead.server.registry.sts;

import org.jspecify.annotations.NullMarked;
