/// The front of a control plane that consists of cells: one address for all of them.
///
/// It finds the cell that a request concerns by the location of the resource, and passes the request on. It keeps
/// nothing that another front would need: what it remembers of where things are is only a shortcut, and is
/// forgotten when a cell says otherwise. Used by its own [fairlead.server.region.Main] alone.
@NullMarked
package fairlead.server.region;

import org.jspecify.annotations.NullMarked;
