/// Tests of the package of the same name.
@NullMarked
package fairlead.smithy.data;

import org.jspecify.annotations.NullMarked;
