/// Webhooks of a whole control plane, with real receivers.
@NullMarked
package fairlead.server.event.webhook;

import org.jspecify.annotations.NullMarked;
