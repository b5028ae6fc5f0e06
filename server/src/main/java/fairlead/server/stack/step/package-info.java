/// The steps of an operation of a stack.
///
/// [StackTask] is called for each of them. Which phase an operation is in says what a step does: [Forward]
/// makes and changes, [Deletion] deletes, [Backward] brings back; [Transitions] leads from one to the next. A
/// step works on a [StackWork], and all that it has changed there is written in one transaction.
@NullMarked
package fairlead.server.stack.step;

import org.jspecify.annotations.NullMarked;
