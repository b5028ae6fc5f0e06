/// What stacks promise, whatever language their templates are written in.
@NullMarked
package fairlead.server.stack;

import org.jspecify.annotations.NullMarked;
