/// What a template says once its language is taken away: nodes that refer to each other, and outputs.
///
/// A compiler of a template language makes a [Document]; a planner compares it with what is there; an
/// executor evaluates what each [Node] is to be as soon as the nodes that it refers to are. Everything here
/// is immutable and knows neither a language nor an engine.
@NullMarked
package fairlead.stack.document;

import org.jspecify.annotations.NullMarked;
