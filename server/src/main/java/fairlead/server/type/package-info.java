/// The resource types that this control plane serves: shipped ones and registered ones, each in versions, with
/// their schemas, handlers, addresses and configuration.
///
/// Used by `resource`; surfaces read it to understand addresses. Knows the tables of types, and no resources but
/// to ask whether a type still has any.
@NullMarked
package fairlead.server.type;

import org.jspecify.annotations.NullMarked;
