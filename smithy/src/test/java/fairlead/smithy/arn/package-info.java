/// Tests of the package of the same name.
@NullMarked
package fairlead.smithy.arn;

import org.jspecify.annotations.NullMarked;
