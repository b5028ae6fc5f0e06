/// Types whose handler is a template of other types. What a template makes is carried out by the engine of stacks,
/// which
/// is above the types: here is what it has to do for them.
@NullMarked
package fairlead.server.type.composite;

import org.jspecify.annotations.NullMarked;
