/// What the headers `If-Match` and `If-None-Match` say, as every surface reads them.
@NullMarked
package fairlead.server.http.precondition;

import org.jspecify.annotations.NullMarked;
