/// Tests of the package of the same name.
@NullMarked
package fairlead.smithy.client;

import org.jspecify.annotations.NullMarked;
