/// The HTTP server: connections, limits, the ids of a request, and the interface of the surfaces.
///
/// A [fairlead.server.http.Surface] gets a [fairlead.server.http.Request] and returns a
/// [fairlead.server.http.Response]. Jetty is used in this package only. The package knows no surface, and of the
/// domain only callers and problems.
@NullMarked
package fairlead.server.http;

import org.jspecify.annotations.NullMarked;
