/// Rules of the AWS Core Specification that the reference libraries do not check.
@NullMarked
package fairlead.smithy.check;

import org.jspecify.annotations.NullMarked;
