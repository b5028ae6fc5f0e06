/// The part of a server that is one cell of several. It answers the requests of the front, which keeps each name
/// in one cell, and reads the pass that the front has put on a request.
///
/// The rules are those of [fairlead.server.scope.Placements]; here they only become addresses, below
/// `/fairlead/cell`.
@NullMarked
package fairlead.server.region.cell;

import org.jspecify.annotations.NullMarked;
