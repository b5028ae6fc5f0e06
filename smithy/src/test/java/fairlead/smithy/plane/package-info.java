/// Tests of the package of the same name.
@NullMarked
package fairlead.smithy.plane;

import org.jspecify.annotations.NullMarked;
