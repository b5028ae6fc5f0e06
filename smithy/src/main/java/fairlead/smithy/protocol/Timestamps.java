package fairlead.smithy.protocol;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import software.amazon.smithy.model.traits.TimestampFormatTrait.Format;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Timestamps in their formats.
final class Timestamps {

    private static final DateTimeFormatter HTTP_DATE = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern("EEE, dd MMM yyyy HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .appendLiteral(" GMT")
            .toFormatter(Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

    private Timestamps() {}

    /// A timestamp as our documents have it: a text of RFC 3339, or a number of seconds.
    static Instant ofDocument(JsonNode node) {
        return node.isNumber() ? ofSeconds(node.decimalValue()) : parse(node.asString(), Format.DATE_TIME);
    }

    static JsonNode asDocument(Instant time) {
        return JsonNodeFactory.instance.stringNode(time.toString());
    }

    static Instant ofSeconds(BigDecimal seconds) {
        BigDecimal whole = seconds.setScale(0, RoundingMode.FLOOR);
        return Instant.ofEpochSecond(
                whole.longValueExact(), seconds.subtract(whole).multiply(NANOS).longValue());
    }

    static BigDecimal seconds(Instant time) {
        return BigDecimal.valueOf(time.getEpochSecond())
                .add(BigDecimal.valueOf(time.getNano(), 9).stripTrailingZeros());
    }

    /// The text of a timestamp in a header, a query, a path, or a JSON document.
    static String text(Instant time, Format format) {
        return switch (format) {
            case EPOCH_SECONDS -> seconds(time).toPlainString();
            case HTTP_DATE -> HTTP_DATE.format(time);
            case DATE_TIME, UNKNOWN -> time.toString();
        };
    }

    /// @throws MalformedAnswer if the text is none of that format
    static Instant parse(String text, Format format) {
        try {
            return switch (format) {
                case EPOCH_SECONDS -> ofSeconds(new BigDecimal(text));
                case HTTP_DATE -> Instant.from(HTTP_DATE.parse(text));
                case DATE_TIME, UNKNOWN -> OffsetDateTime.parse(text).toInstant();
            };
        } catch (DateTimeException | ArithmeticException | NumberFormatException wrong) {
            throw new MalformedAnswer("'" + text + "' is no timestamp in the format " + format, wrong);
        }
    }
}
