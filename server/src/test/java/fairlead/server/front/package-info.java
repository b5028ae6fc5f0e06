/// Several control planes as one, behind a front.
@NullMarked
package fairlead.server.front;

import org.jspecify.annotations.NullMarked;
