package fairlead.server.resource;

import fairlead.handler.Context;
import java.time.Duration;

/// Makes the context of a call.
interface HandlerContexts {
    Context of(Work work, String token, Duration limit);
}
