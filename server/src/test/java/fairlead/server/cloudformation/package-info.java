@NullMarked
package fairlead.server.cloudformation;

import org.jspecify.annotations.NullMarked;
