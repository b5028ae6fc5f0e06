package fairlead.armtemplate;

import fairlead.armtemplate.function.Hashes;
import fairlead.armtemplate.function.Values;
import tools.jackson.databind.JsonNode;

/// The hash by which templates are told apart.
final class TemplateHash {

    private TemplateHash() {}

    /// A decimal number without a sign.
    static String of(JsonNode template) {
        return Long.toUnsignedString(Hashes.hash(minified(template)));
    }

    /// A template without comments and white space, in capital letters.
    static String minified(JsonNode template) {
        String minified = Values.json(template);
        StringBuilder upper = new StringBuilder(minified.length());
        minified.codePoints().map(Character::toUpperCase).forEach(upper::appendCodePoint);
        return upper.toString();
    }
}
