/// Tests of simulated types.
@NullMarked
package fairlead.simulation;

import org.jspecify.annotations.NullMarked;
