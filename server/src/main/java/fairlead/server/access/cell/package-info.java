/// What a cell needs to let callers in who come through a front: the tokens of the front, and what a front may do by
/// itself. Who the callers are each cell finds out itself, by its copy of the access data
/// ([fairlead.server.access.AccessCopy]).
@NullMarked
package fairlead.server.access.cell;

import org.jspecify.annotations.NullMarked;
