@NullMarked
package fairlead.testbed;

import org.jspecify.annotations.NullMarked;
