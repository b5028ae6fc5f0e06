/// How long to wait before something that failed, or is not yet as expected, is tried or looked at again.
@NullMarked
package fairlead.server.backoff;

import org.jspecify.annotations.NullMarked;
