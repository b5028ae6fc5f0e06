/// What the headers `If-Match` and `If-None-Match` say, as every surface reads them.
@NullMarked
package fairlead.server.precondition;

import org.jspecify.annotations.NullMarked;
