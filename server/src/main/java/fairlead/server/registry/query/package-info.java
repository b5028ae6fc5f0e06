/// The AWS Query protocol: parameters in a form or in the address, answers and errors in XML.
///
/// [QuerySurface] reads a request and finds its service by `Version`; the services are in packages of their own
/// (`registry`, `registry.sts`) and know nothing of HTTP.
@NullMarked
package fairlead.server.registry.query;

import org.jspecify.annotations.NullMarked;
