package fairlead.cloudformation.source;

import fairlead.cloudformation.fault.Faults;
import fairlead.schema.source.Position;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Reads the text of a template: JSON if it begins with a brace, otherwise YAML.
public final class TemplateReader {

    /// How many levels a template may have.
    static final int DEEPEST = 100;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private TemplateReader() {}

    /// @param content in UTF-8, with a byte order mark or without
    /// @throws fairlead.cloudformation.fault.TemplateException if it is no UTF-8
    public static String decode(byte[] content) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            Faults faults = new Faults();
            faults.add("Template format error: expected a template in UTF-8, found other bytes", "", Position.START);
            faults.check();
            throw new IllegalStateException(e);
        }
    }

    /// @param most how many characters it may have, with the aliases unfolded
    /// @return a mapping
    /// @throws fairlead.cloudformation.fault.TemplateException with all that is wrong with it
    public static Tree.Mapping read(String content, int most) {
        Faults faults = new Faults();
        String text = !content.isEmpty() && content.charAt(0) == BYTE_ORDER_MARK ? content.substring(1) : content;
        if (text.length() > most) {
            faults.add(
                    "Template format error: expected at most " + most + " characters, found " + text.length(),
                    "",
                    Position.START);
            faults.check();
        }
        boolean json = text.stripLeading().startsWith("{");
        Tree root = json ? JsonReader.read(text, faults) : YamlReader.read(text, most, faults);
        faults.check();
        if (root instanceof Tree.Mapping mapping) {
            return mapping;
        }
        faults.add("Template format error: unsupported structure.", "", root.at());
        faults.check();
        throw new IllegalStateException("unreachable");
    }

    static String notWellFormed(String notation, Position at) {
        return "Template format error: " + notation + " not well-formed. (line " + at.line() + ", column " + at.column()
                + ")";
    }

    static String duplicate(String name, Position first, Position second) {
        return "Template format error: duplicate key '" + name + "' (line " + first.line() + " and line "
                + second.line() + ")";
    }
}
