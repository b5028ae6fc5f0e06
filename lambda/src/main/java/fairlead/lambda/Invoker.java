package fairlead.lambda;

import fairlead.host.CallLog;
import fairlead.lambda.Invocation.Outcome;
import java.time.Duration;

/// Calls the function of one version of a type, wherever it runs.
interface Invoker extends AutoCloseable {

    /// @param budget for all of it, the wait for a process included
    Outcome invoke(byte[] request, Duration budget, CallLog log) throws InterruptedException;

    @Override
    void close();
}
