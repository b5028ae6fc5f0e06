/// Where things are, without a server around it.
@NullMarked
package fairlead.server.scope;

import org.jspecify.annotations.NullMarked;
