/// Every way in which the control plane can refuse a request, as a closed set.
///
/// A surface renders a [fairlead.server.problem.Problem] in its own dialect, in one place; those with a dialect of our
/// own in the [fairlead.server.problem.Language] that the caller prefers.
@NullMarked
package fairlead.server.problem;

import org.jspecify.annotations.NullMarked;
