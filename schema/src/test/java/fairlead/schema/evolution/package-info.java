@NullMarked
package fairlead.schema.evolution;

import org.jspecify.annotations.NullMarked;
