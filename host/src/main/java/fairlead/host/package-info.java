/// Processes of handlers that others wrote: how one is started, what it can reach and how much it may take, what it
/// prints, and how it ends with all that it has started.
///
/// [HostedProcess] is the way in. It knows nothing of what runs in a process.
@NullMarked
package fairlead.host;

import org.jspecify.annotations.NullMarked;
