/// The HTTP server, spoken to byte by byte.
@NullMarked
package fairlead.server.http;

import org.jspecify.annotations.NullMarked;
