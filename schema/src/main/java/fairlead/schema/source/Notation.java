package fairlead.schema.source;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// The notation of a text: JSON or YAML.
public enum Notation {
    JSON {
        @Override
        Source read(String text) {
            return JsonText.read(text);
        }

        @Override
        List<Source> readAll(String text) {
            return List.of(read(text));
        }
    },
    YAML {
        @Override
        Source read(String text) {
            return YamlText.read(text);
        }

        @Override
        List<Source> readAll(String text) {
            return YamlText.readAll(text);
        }
    };

    /// How many levels a document may have.
    public static final int DEEPEST = 100;

    /// How many characters a text may have.
    public static final int LONGEST = 16 << 20;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /// By the end of a file's name; by the first character where the name does not tell.
    public static Notation of(String file, byte[] content) {
        String name = file.toLowerCase(Locale.ROOT);
        if (name.endsWith(".yaml") || name.endsWith(".yml")) {
            return YAML;
        }
        return name.endsWith(".json") || startsAsJson(content) ? JSON : YAML;
    }

    /// Reads all documents of a file. Where its name does not tell the notation, what is no JSON may be YAML that
    /// begins as
    /// JSON does.
    public static List<Source> readAll(String file, byte[] content) {
        Notation notation = of(file, content);
        List<Source> read = notation.readAll(content);
        boolean told = file.toLowerCase(Locale.ROOT).endsWith(".json");
        if (notation == YAML || told || !isMalformed(read)) {
            return read;
        }
        List<Source> other = YAML.readAll(content);
        return isMalformed(other) ? read : other;
    }

    private static boolean isMalformed(List<Source> read) {
        return read.isEmpty() || read.stream().anyMatch(Source.Malformed.class::isInstance);
    }

    private static boolean startsAsJson(byte[] content) {
        for (byte b : content) {
            if (b > ' ') {
                return b == '{' || b == '[' || b == '"';
            }
        }
        return true;
    }

    abstract Source read(String text);

    abstract List<Source> readAll(String text);

    /// Reads UTF-8, with a byte order mark or without.
    public Source read(byte[] content) {
        return decoded(content, this::read, malformed -> malformed);
    }

    /// Reads all documents of a text: YAML has as many as `---` begins, JSON one. What follows one that can't be read
    /// is not read.
    public List<Source> readAll(byte[] content) {
        return decoded(content, this::readAll, List::of);
    }

    private <T> T decoded(byte[] content, Function<String, T> reading, Function<Source.Malformed, T> otherwise) {
        if (content.length > LONGEST) {
            return otherwise.apply(malformed(
                    Fault.Kind.LIMITS,
                    "expected at most " + LONGEST + " bytes, found " + content.length,
                    Position.START));
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer bytes = ByteBuffer.wrap(content);
        CharBuffer text = CharBuffer.allocate(content.length);
        CoderResult result = decoder.decode(bytes, text, true);
        text.flip();
        if (result.isError()) {
            String found = "expected UTF-8, found the byte 0x%02X".formatted(content[bytes.position()]);
            return otherwise.apply(malformed(this == JSON ? Fault.Kind.JSON : Fault.Kind.YAML, found, endOf(text)));
        }
        boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
        return reading.apply(marked ? text.subSequence(1, text.length()).toString() : text.toString());
    }

    private static Position endOf(CharSequence text) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < text.length(); i++) {
            boolean newLine = text.charAt(i) == '\n';
            line += newLine ? 1 : 0;
            column = newLine ? 1 : column + 1;
        }
        return new Position(line, column);
    }

    static Source.Malformed malformed(Fault.Kind kind, String message, Position position) {
        return new Source.Malformed(new Fault(kind, "", message, position));
    }
}
