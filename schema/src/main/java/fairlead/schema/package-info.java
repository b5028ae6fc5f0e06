@NullMarked
package fairlead.schema;

import org.jspecify.annotations.NullMarked;
