/// The audit trail for clients of AWS CloudTrail.
@NullMarked
package fairlead.server.access.audit.cloudtrail;

import org.jspecify.annotations.NullMarked;
