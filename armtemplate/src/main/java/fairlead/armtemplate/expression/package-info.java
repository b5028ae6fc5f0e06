/// Expressions in the strings of a template: what they are, and how they are written.
@NullMarked
package fairlead.armtemplate.expression;

import org.jspecify.annotations.NullMarked;
