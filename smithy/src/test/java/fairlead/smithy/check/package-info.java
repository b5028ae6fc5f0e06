/// Tests of the rules.
@NullMarked
package fairlead.smithy.check;

import org.jspecify.annotations.NullMarked;
