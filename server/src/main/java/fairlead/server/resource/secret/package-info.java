/// Secrets that handlers make: kept apart from the records of their resources, and given to those who ask for them.
/// Steps of operations keep them; surfaces that have decided who may ask give them.
@NullMarked
package fairlead.server.resource.secret;

import org.jspecify.annotations.NullMarked;
