/// Where processes of handlers may connect to: what a type declares, and the proxy that is their only way out.
///
/// It knows nothing of processes: `fairlead.host` opens a port of the proxy for each, and has the kernel
/// refuse it all other ports.
@NullMarked
package fairlead.host.egress;

import org.jspecify.annotations.NullMarked;
