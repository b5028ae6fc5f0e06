package fairlead.armtemplate.function;

import static fairlead.armtemplate.function.Library.add;
import static fairlead.armtemplate.function.Values.integer;
import static fairlead.armtemplate.function.Values.text;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Functions of points in time.
public final class Dates {

    /// How a point in time is written if a template does not say otherwise.
    public static final String DEFAULT_FORMAT = "yyyyMMddTHHmmssZ";

    private static final int DAYS_OF_A_YEAR = 365;
    private static final int DAYS_OF_A_MONTH = 30;

    private static final Pattern DURATION = Pattern.compile("(-)?P(?:([0-9]{1,9})Y)?(?:([0-9]{1,9})M)?"
            + "(?:([0-9]{1,9})W)?(?:([0-9]{1,9})D)?"
            + "(?:T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9}(?:\\.[0-9]{1,9})?)S)?)?");

    private Dates() {}

    static void register() {
        add("dateTimeAdd", 2, 3, Dates::added);
        add("dateTimeToEpoch", 1, a -> integer(time(a, 0).time().toEpochSecond()));
        add("dateTimeFromEpoch", 1, Dates::fromEpoch);
    }

    /// A point in time in a format of .NET.
    ///
    /// @throws fairlead.stack.document.EvaluationException if there is no such format
    public static JsonNode shown(Instant instant, Arguments arguments) {
        return text(DateFormat.format(
                arguments,
                instant.atOffset(ZoneOffset.UTC),
                arguments.optionalText(0).orElse(DEFAULT_FORMAT)));
    }

    private static DateText.Read time(Arguments a, int index) {
        String written = a.text(index);
        return DateText.read(written).orElseThrow(() -> a.fault("the value '" + written + "' is not a date and time"));
    }

    private static JsonNode fromEpoch(Arguments a) {
        try {
            return text(DateFormat.format(
                    a, Instant.ofEpochSecond(a.whole(0)).atOffset(ZoneOffset.UTC), "yyyy-MM-ddTHH:mm:ssZ"));
        } catch (DateTimeException e) {
            throw a.fault("the value '" + a.whole(0) + "' is out of range");
        }
    }

    private static JsonNode added(Arguments a) {
        DateText.Read base = time(a, 0);
        Matcher parts = DURATION.matcher(a.text(1));
        if (!parts.matches() || a.text(1).endsWith("P") || a.text(1).endsWith("T")) {
            throw a.fault("the value '" + a.text(1) + "' is not a duration of ISO 8601");
        }
        try {
            Duration duration = duration(parts);
            OffsetDateTime sum = base.time().plus(parts.group(1) == null ? duration : duration.negated());
            if (sum.getYear() < 1 || sum.getYear() > 9999) {
                throw a.fault("the resulting date is out of range");
            }
            return text(DateFormat.format(a, sum, a.optionalText(2).orElse(base.format())));
        } catch (DateTimeException | ArithmeticException e) {
            throw a.fault("the resulting date is out of range");
        }
    }

    /// A year has 365 days, and a month 30.
    private static Duration duration(Matcher parts) {
        long days = amount(parts, 2) * DAYS_OF_A_YEAR
                + amount(parts, 3) * DAYS_OF_A_MONTH
                + amount(parts, 4) * 7
                + amount(parts, 5);
        BigDecimal seconds = parts.group(8) == null ? BigDecimal.ZERO : new BigDecimal(parts.group(8));
        return Duration.ofDays(days)
                .plusHours(amount(parts, 6))
                .plusMinutes(amount(parts, 7))
                .plusSeconds(seconds.longValue())
                .plusNanos(seconds.remainder(BigDecimal.ONE).movePointRight(9).longValue());
    }

    private static long amount(Matcher parts, int group) {
        return parts.group(group) == null ? 0 : Long.parseLong(parts.group(group));
    }
}
