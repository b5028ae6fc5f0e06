/// Conditions of role assignments: read when they are written, held against requests. Used by `access.role`.
@NullMarked
package fairlead.server.access.condition;

import org.jspecify.annotations.NullMarked;
