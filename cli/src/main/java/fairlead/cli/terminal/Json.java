package fairlead.cli.terminal;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/// JSON text from the server, passed on without changing a value: numbers keep their digits.
public final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /// The text with a line for each member; as it came where it is no JSON.
    public static String pretty(byte[] json) {
        StringWriter text = new StringWriter();
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json);
                JsonGenerator generator = FACTORY.createGenerator(new Indented(), text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isNumeric()) {
                    generator.writeNumber(parser.getString());
                } else {
                    generator.copyCurrentEvent(parser);
                }
            }
        } catch (JacksonException notJson) {
            return new String(json, StandardCharsets.UTF_8);
        }
        return text.toString();
    }

    /// The elements of a list's `value` array, each exactly as it came.
    public static List<byte[]> elements(byte[] list) {
        List<byte[]> elements = new ArrayList<>();
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), list)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean value = parser.currentName().equals("value");
                if (parser.nextToken() == JsonToken.START_ARRAY && value) {
                    collect(parser, list, elements);
                } else {
                    parser.skipChildren();
                }
            }
        }
        return elements;
    }

    private static void collect(JsonParser parser, byte[] text, List<byte[]> elements) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            int begin = (int) parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            parser.finishToken();
            int end = (int) parser.currentLocation().getByteOffset();
            elements.add(Arrays.copyOfRange(text, begin, end));
        }
    }

    private static final class Indented extends ObjectWriteContext.Base {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            DefaultIndenter lines = new DefaultIndenter("  ", "\n");
            return new DefaultPrettyPrinter(Separators.createDefaultInstance()
                            .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                            .withObjectEmptySeparator("")
                            .withArrayEmptySeparator(""))
                    .withObjectIndenter(lines)
                    .withArrayIndenter(lines);
        }
    }
}
