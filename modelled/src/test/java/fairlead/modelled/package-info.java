/// Tests of types without handler code, against a service that breaks the contract in every way that services do.
@NullMarked
package fairlead.modelled;

import org.jspecify.annotations.NullMarked;
