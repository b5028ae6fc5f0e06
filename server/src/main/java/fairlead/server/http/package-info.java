/// The HTTP server: connections, limits, the ids of a request, and the seam to the surfaces.
///
/// A [fairlead.server.http.Surface] gets a [fairlead.server.http.Request] and returns a
/// [fairlead.server.http.Response]; Jetty
/// is seen in this package only. Knows no surface, and of the domain only how a caller and a problem look.
@NullMarked
package fairlead.server.http;

import org.jspecify.annotations.NullMarked;
