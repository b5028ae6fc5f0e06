/// What a server does as one cell of several: it answers the front, which keeps names in one cell each, and takes from
/// requests the pass that the front has got for them.
///
/// The rules are those of [fairlead.server.scope.Placements]; here they only become addresses, below `/fairlead/cell`.
/// A surface: used by the wiring, and by the front, which speaks its documents.
@NullMarked
package fairlead.server.region.cell;

import org.jspecify.annotations.NullMarked;
