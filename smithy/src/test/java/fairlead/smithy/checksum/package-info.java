/// Tests of the package of the same name.
@NullMarked
package fairlead.smithy.checksum;

import org.jspecify.annotations.NullMarked;
