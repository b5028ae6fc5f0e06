@NullMarked
package fairlead.host;

import org.jspecify.annotations.NullMarked;
