package fairlead.schema.text;

import java.io.Serial;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.deser.DeserializationContextExt;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON in which decimal numbers keep the digits that they came with.
///
/// A number such as `1e99999999999` is JSON, but its exponent is too large for any number of Java: Jackson throws a
/// [NumberFormatException] then. Here it is malformed JSON like any other, for all who catch what Jackson throws.
public final class DecimalMapper extends JsonMapper {

    @Serial
    private static final long serialVersionUID = 1;

    public DecimalMapper(JsonMapper.Builder builder) {
        super(builder.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS));
    }

    @Override
    protected JsonNode _readTreeAndClose(DeserializationContextExt context, JsonParser parser) {
        try {
            return super._readTreeAndClose(context, parser);
        } catch (NumberFormatException tooLarge) {
            throw new StreamReadException(
                    parser, "a number has an exponent that is too large", parser.currentTokenLocation(), tooLarge);
        }
    }
}
