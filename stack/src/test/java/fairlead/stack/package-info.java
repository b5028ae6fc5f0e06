/// What plans promise.
@NullMarked
package fairlead.stack;

import org.jspecify.annotations.NullMarked;
