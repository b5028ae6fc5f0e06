@NullMarked
package fairlead.providers;

import org.jspecify.annotations.NullMarked;
