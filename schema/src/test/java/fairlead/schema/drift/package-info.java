@NullMarked
package fairlead.schema.drift;

import org.jspecify.annotations.NullMarked;
