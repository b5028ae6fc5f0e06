/// Types of parameters, outputs and what user functions take and return.
@NullMarked
package fairlead.armtemplate.definition;

import org.jspecify.annotations.NullMarked;
