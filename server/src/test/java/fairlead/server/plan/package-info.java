@NullMarked
package fairlead.server.plan;

import org.jspecify.annotations.NullMarked;
