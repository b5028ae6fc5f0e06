/// Several control planes as one, behind a front.
@NullMarked
package fairlead.server.region;

import org.jspecify.annotations.NullMarked;
