@NullMarked
package fairlead.cli.smithy;

import org.jspecify.annotations.NullMarked;
