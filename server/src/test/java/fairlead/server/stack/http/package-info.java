@NullMarked
package fairlead.server.stack.http;

import org.jspecify.annotations.NullMarked;
