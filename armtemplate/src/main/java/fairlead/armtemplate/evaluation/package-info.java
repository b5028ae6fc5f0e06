/// Evaluates expressions as far as nothing has to be deployed for them; what is left becomes an expression
/// of the document.
@NullMarked
package fairlead.armtemplate.evaluation;

import org.jspecify.annotations.NullMarked;
