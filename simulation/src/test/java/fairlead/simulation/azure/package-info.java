/// Tests of the conversion of Azure's published type definitions.
@NullMarked
package fairlead.simulation.azure;

import org.jspecify.annotations.NullMarked;
