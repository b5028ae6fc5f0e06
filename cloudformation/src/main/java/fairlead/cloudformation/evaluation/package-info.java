/// Evaluates the functions of a template as far as they do not depend on resources.
///
/// [Evaluator] turns a part of a template into an expression, within a [Scope]; [Conditions] are what `Fn::If` asks;
/// [Shapes] holds also those parts against the language that no condition chooses.
@NullMarked
package fairlead.cloudformation.evaluation;

import org.jspecify.annotations.NullMarked;
