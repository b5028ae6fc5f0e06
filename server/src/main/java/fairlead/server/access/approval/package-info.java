/// Approvals: what has to be approved by another person before it is carried out, who may approve it, and what was
/// decided.
@NullMarked
package fairlead.server.access.approval;

import org.jspecify.annotations.NullMarked;
