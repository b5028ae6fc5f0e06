/// The front of a control plane that consists of cells: one address for all of them, in a process of its own with its
/// own [Main].
///
/// It finds the cell that a request concerns by the location of the resource and passes the request on, and it merges
/// lists and streams of several cells. It keeps nothing that another front would need: what it remembers of where
/// things are is only a shortcut, and is forgotten when a cell says otherwise. No package of a server uses it.
@NullMarked
package fairlead.server.region;

import org.jspecify.annotations.NullMarked;
