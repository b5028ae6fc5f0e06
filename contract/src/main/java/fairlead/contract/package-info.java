@NullMarked
package fairlead.contract;

import org.jspecify.annotations.NullMarked;
