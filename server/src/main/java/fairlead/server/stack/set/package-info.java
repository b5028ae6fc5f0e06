/// Sets of plain resources: stacks whose template is no program, but the resources themselves, as their addresses are
/// asked for them.
///
/// [ResourceSets] is the language. [SetReader] reads the documents of a request, [Dependencies] finds their order.
@NullMarked
package fairlead.server.stack.set;

import org.jspecify.annotations.NullMarked;
