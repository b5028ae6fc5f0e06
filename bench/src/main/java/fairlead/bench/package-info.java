@NullMarked
package fairlead.bench;

import org.jspecify.annotations.NullMarked;
