@NullMarked
package fairlead.host.jvm;

import org.jspecify.annotations.NullMarked;
