@NullMarked
package fairlead.server.arm.deployment;

import org.jspecify.annotations.NullMarked;
