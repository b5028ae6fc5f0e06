@NullMarked
package fairlead.handler;

import org.jspecify.annotations.NullMarked;
