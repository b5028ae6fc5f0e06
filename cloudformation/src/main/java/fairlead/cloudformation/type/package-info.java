/// Templates as the handlers of types: the schema of a type whose properties are what a template takes and what it
/// tells.
@NullMarked
package fairlead.cloudformation.type;

import org.jspecify.annotations.NullMarked;
