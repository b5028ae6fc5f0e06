/// What has to be done so that what is there becomes what a document says.
///
/// [Planner] is a pure function: it asks nothing but its arguments, and the same arguments give an equal [Plan].
@NullMarked
package fairlead.stack;

import org.jspecify.annotations.NullMarked;
