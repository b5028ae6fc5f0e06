/// The parameters of a template: what is declared, what is given, and whether the one takes the other.
@NullMarked
package fairlead.cloudformation.parameter;

import org.jspecify.annotations.NullMarked;
