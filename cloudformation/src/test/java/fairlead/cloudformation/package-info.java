@NullMarked
package fairlead.cloudformation;

import org.jspecify.annotations.NullMarked;
