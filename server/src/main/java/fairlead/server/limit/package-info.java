/// How much is taken on: what a caller may ask for in a time, and how much work there may be at once.
///
/// Refusing early keeps the rest quick. The numbers are the operator's; what is refused is told by
/// [fairlead.server.problem.Problem], with the time after which asking again may help. Used by `http`.
@NullMarked
package fairlead.server.limit;

import org.jspecify.annotations.NullMarked;
