@NullMarked
package fairlead.schema.diff;

import org.jspecify.annotations.NullMarked;
