/// The front of a control plane that consists of cells: one address for all of them.
///
/// The front finds the cell that a request concerns by the location of the resource, and passes the request on.
/// It keeps nothing that another front would need: the locations that it remembers only save requests, and it
/// forgets them when a cell contradicts. Used by its own [fairlead.server.region.Main] alone.
@NullMarked
package fairlead.server.region;

import org.jspecify.annotations.NullMarked;
