/// Texts that match a regular expression of `java.util.regex`.
///
/// [PatternText] reads an expression and writes texts of a wanted length that probably match. What can't be built by
/// construction (look-around, boundaries, possessive quantifiers that leave nothing) is left to whoever asked, who
/// tries the text and asks again. Nothing here knows about schemas.
@NullMarked
package fairlead.generator.pattern;

import org.jspecify.annotations.NullMarked;
