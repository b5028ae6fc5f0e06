package fairlead.server.resource.call;

import fairlead.handler.HandlerException;
import fairlead.handler.Progress;

/// How a call of a handler ended.
sealed interface HandlerAnswer {
    /// @param thrown whether the handler threw something other than a [HandlerException]: then it is unknown
    ///     what it has done
    record Progressed(Progress progress, boolean thrown) implements HandlerAnswer {}

    /// It did not come back in time; or an earlier one still has not.
    record Overran() implements HandlerAnswer {}
}
