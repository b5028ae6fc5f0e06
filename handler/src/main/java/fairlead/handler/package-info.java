/// What the author of a resource type compiles against: the handler, its requests and its answers.
///
/// There is no server here, no database and no schema. [fairlead.handler.testing] holds a settable clock and a
/// manual worker that carry a handler through an operation in a unit test.
@NullMarked
package fairlead.handler;

import org.jspecify.annotations.NullMarked;
