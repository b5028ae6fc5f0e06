package fairlead.armtemplate.function;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads points in time as they are written in templates, and notices the format.
final class DateText {

    private static final Pattern DATE_FIRST =
            Pattern.compile("(?<year>[0-9]{4})-(?<month>[0-9]{1,2})-(?<day>[0-9]{1,2})(?:(?<between>[T ])"
                + "(?<hour>[0-9]{1,2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:\\.(?<fraction>[0-9]{1,9}))?)?)?(?<gap>"
                + " ?)(?<zone>Z|z|[+-][0-9]{2}:[0-9]{2})?");

    private static final Pattern COMPACT = Pattern.compile("(?<year>[0-9]{4})(?<month>[0-9]{2})(?<day>[0-9]{2})"
            + "(?:T(?<hour>[0-9]{2})(?<minute>[0-9]{2})(?<second>[0-9]{2})(?<zone>Z)?)?");

    private static final Pattern MONTH_FIRST =
            Pattern.compile("(?<month>[0-9]{1,2})/(?<day>[0-9]{1,2})/(?<year>[0-9]{4})"
                    + "(?: (?<hour>[0-9]{1,2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2}))?(?: (?<half>AM|PM|am|pm))?)?"
                    + "(?<gap> ?)(?<zone>Z|[+-][0-9]{2}:[0-9]{2})?");

    private DateText() {}

    /// @param format by which it was written
    record Read(OffsetDateTime time, String format) {}

    static Optional<Read> read(String text) {
        Matcher dateFirst = DATE_FIRST.matcher(text);
        Matcher compact = COMPACT.matcher(text);
        Matcher monthFirst = MONTH_FIRST.matcher(text);
        try {
            if (dateFirst.matches()) {
                return Optional.of(new Read(
                        time(dateFirst, dateFirst.group("fraction"), null),
                        "yyyy-MM-dd"
                                + clock(dateFirst, dateFirst.group("between"), dateFirst.group("fraction"))
                                + zone(dateFirst)));
            }
            if (compact.matches()) {
                String format = compact.group("hour") == null ? "yyyyMMdd" : "yyyyMMddTHHmmss";
                return Optional.of(
                        new Read(time(compact, null, null), compact.group("zone") == null ? format : format + "Z"));
            }
            if (monthFirst.matches()) {
                return Optional.of(new Read(
                        time(monthFirst, null, monthFirst.group("half")),
                        date(monthFirst) + halves(monthFirst) + zone(monthFirst)));
            }
            return Optional.empty();
        } catch (DateTimeException noSuchDay) {
            return Optional.empty();
        }
    }

    private static String date(Matcher found) {
        return (found.group("month").length() == 1 ? "M" : "MM") + "/"
                + (found.group("day").length() == 1 ? "d" : "dd") + "/yyyy";
    }

    private static String clock(Matcher found, @Nullable String between, @Nullable String fraction) {
        if (found.group("hour") == null) {
            return "";
        }
        String hours = found.group("hour").length() == 1 ? "H" : "HH";
        String seconds = found.group("second") == null ? "" : ":ss";
        String rest = fraction == null ? "" : "." + "f".repeat(Math.min(7, fraction.length()));
        return between + hours + ":mm" + seconds + rest;
    }

    private static String halves(Matcher found) {
        String clock = clock(found, " ", null);
        return found.group("half") == null ? clock : clock.replace("H", "h") + " tt";
    }

    private static String zone(Matcher found) {
        String zone = found.group("zone");
        return zone == null ? "" : found.group("gap") + (zone.equalsIgnoreCase("Z") ? "Z" : "zzz");
    }

    private static OffsetDateTime time(Matcher found, @Nullable String fraction, @Nullable String half) {
        int hour = number(found.group("hour"));
        if (half != null) {
            if (hour < 1 || hour > 12) {
                throw new DateTimeException("no such hour");
            }
            hour = hour % 12 + (half.equalsIgnoreCase("PM") ? 12 : 0);
        }
        LocalDateTime local = LocalDateTime.of(
                number(found.group("year")),
                number(found.group("month")),
                number(found.group("day")),
                hour,
                number(found.group("minute")),
                number(found.group("second")),
                fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9)));
        String zone = found.group("zone");
        return local.atOffset(zone == null || zone.equalsIgnoreCase("Z") ? ZoneOffset.UTC : ZoneOffset.of(zone));
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }
}
