/// Tests of quotas.
@NullMarked
package fairlead.server.limit.quota;

import org.jspecify.annotations.NullMarked;
