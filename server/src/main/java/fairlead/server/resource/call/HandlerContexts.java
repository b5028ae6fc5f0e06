package fairlead.server.resource.call;

import fairlead.handler.Context;
import java.time.Duration;

/// Makes the context of a call.
public interface HandlerContexts {
    Context of(StepContext work, String token, Duration limit);
}
