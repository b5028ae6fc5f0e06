/// Texts that match a regular expression of `java.util.regex`.
///
/// [PatternText] reads an expression and writes texts of a wanted length that probably match. Some constructs
/// can't be satisfied by construction: look-around, boundaries, possessive quantifiers that leave nothing. The
/// caller therefore tests each text, and asks for another if it does not match. The package knows nothing of
/// schemas.
@NullMarked
package fairlead.generator.pattern;

import org.jspecify.annotations.NullMarked;
