/// Tests of the package of the same name.
@NullMarked
package fairlead.smithy.endpoint;

import org.jspecify.annotations.NullMarked;
