@NullMarked
package fairlead.server.arm.deployment.whatif;

import org.jspecify.annotations.NullMarked;
