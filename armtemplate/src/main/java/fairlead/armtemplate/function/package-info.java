/// The functions of the template language that depend on nothing but their arguments.
@NullMarked
package fairlead.armtemplate.function;

import org.jspecify.annotations.NullMarked;
