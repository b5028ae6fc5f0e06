package fairlead.server.resource.call;

import fairlead.handler.Progress;

/// How a call of a handler ended.
sealed interface HandlerAnswer {
    record Progressed(Progress progress, HandlerResult.Manner manner) implements HandlerAnswer {}

    /// It did not come back in time; or an earlier one still has not.
    record Overran() implements HandlerAnswer {}
}
