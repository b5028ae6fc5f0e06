/// The audit trail as Azure's activity log.
@NullMarked
package fairlead.server.arm.activitylog;

import org.jspecify.annotations.NullMarked;
