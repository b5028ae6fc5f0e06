/// Patterns as the sets of texts that they accept: whether there is such a text at all, and whether one pattern accepts
/// all that another does.
///
/// [Language] reads a pattern of a schema into an automaton, if it has only what automata can do (no look-around, no
/// references back, no flags) and is not too large, and answers by searching it. The search has a limit: an answer is
/// sound or there is none.
@NullMarked
package fairlead.schema.language;

import org.jspecify.annotations.NullMarked;
