/// Tells clients where the resources of a type are reached by those who use them: the operation of the trait
/// `clientEndpointDiscovery` (AWS Core Specification, "Client Endpoint Discovery"), for every type that declares
/// `endpoints`.
@NullMarked
package fairlead.server.cloudcontrol.endpoint;

import org.jspecify.annotations.NullMarked;
