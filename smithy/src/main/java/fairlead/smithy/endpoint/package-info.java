/// Endpoint discovery, as a client does it (AWS Core Specification, "Client Endpoint Discovery"): which operations need
/// an address of their own, how it is asked for, and how long an answer counts.
///
/// How the question is sent is the caller's affair ([fairlead.smithy.endpoint.Directory]); time and threads are given,
/// too.
@NullMarked
package fairlead.smithy.endpoint;

import org.jspecify.annotations.NullMarked;
