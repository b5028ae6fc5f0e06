/// Compiles templates of CloudFormation.
///
/// [Template] is a template that was read; [Template#compile] makes a document of it, given the [Inputs] of
/// an operation. Pure: no clock, no chance, and the same template and inputs give an equal [Compiled]. What
/// is wrong comes at once, in one exception, each fault with its line, its column and its JSON pointer.
@NullMarked
package fairlead.cloudformation;

import org.jspecify.annotations.NullMarked;
