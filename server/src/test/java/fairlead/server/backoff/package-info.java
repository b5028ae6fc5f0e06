@NullMarked
package fairlead.server.backoff;

import org.jspecify.annotations.NullMarked;
