/// Patterns as the sets of texts that they accept: whether there is such a text at all, and whether one pattern accepts
/// all that another does.
///
/// [Language] reads a pattern of a schema into automata, if it has only what they can do and is not too large, and
/// answers
/// by searching them. A look ahead is read where a text begins, a look behind where it ends; references back are not.
/// The
/// search has a limit: an answer is sound or there is none. [Languages] reads those of one document.
@NullMarked
package fairlead.schema.language;

import org.jspecify.annotations.NullMarked;
