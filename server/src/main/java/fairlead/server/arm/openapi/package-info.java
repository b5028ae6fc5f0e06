/// The OpenAPI description of this server, at `/openapi.json`: its own addresses, and those of every type that is
/// registered at the moment.
///
/// What is in it is made by [fairlead.document.openapi]; here is only when it is made, and that it is kept.
@NullMarked
package fairlead.server.arm.openapi;

import org.jspecify.annotations.NullMarked;
