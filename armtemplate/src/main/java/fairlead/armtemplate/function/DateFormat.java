package fairlead.armtemplate.function;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Points in time as the format strings of .NET write them, whatever the language of the place.
final class DateFormat {

    private static final List<String> DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");
    private static final List<String> MONTHS = List.of(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December");

    private static final Map<String, String> STANDARD = Map.ofEntries(
            Map.entry("d", "MM/dd/yyyy"),
            Map.entry("D", "dddd, dd MMMM yyyy"),
            Map.entry("f", "dddd, dd MMMM yyyy HH:mm"),
            Map.entry("F", "dddd, dd MMMM yyyy HH:mm:ss"),
            Map.entry("U", "dddd, dd MMMM yyyy HH:mm:ss"),
            Map.entry("g", "MM/dd/yyyy HH:mm"),
            Map.entry("G", "MM/dd/yyyy HH:mm:ss"),
            Map.entry("m", "MMMM dd"),
            Map.entry("M", "MMMM dd"),
            Map.entry("o", "yyyy-MM-ddTHH:mm:ss.fffffffK"),
            Map.entry("O", "yyyy-MM-ddTHH:mm:ss.fffffffK"),
            Map.entry("r", "ddd, dd MMM yyyy HH:mm:ss 'GMT'"),
            Map.entry("R", "ddd, dd MMM yyyy HH:mm:ss 'GMT'"),
            Map.entry("s", "yyyy-MM-ddTHH:mm:ss"),
            Map.entry("t", "HH:mm"),
            Map.entry("T", "HH:mm:ss"),
            Map.entry("u", "yyyy-MM-dd HH:mm:ssZ"),
            Map.entry("y", "yyyy MMMM"),
            Map.entry("Y", "yyyy MMMM"));

    private final Arguments arguments;
    private final String how;
    private final OffsetDateTime time;
    private final StringBuilder made = new StringBuilder();

    private DateFormat(Arguments arguments, String how, OffsetDateTime time) {
        this.arguments = arguments;
        this.how = how;
        this.time = time;
    }

    static String format(Arguments arguments, OffsetDateTime time, String how) {
        if (how.length() != 1) {
            return new DateFormat(arguments, how, time).custom();
        }
        String picture = STANDARD.get(how);
        if (picture == null) {
            throw arguments.fault("the date format '" + how + "' is not valid");
        }
        boolean universal = "uUrR".contains(how);
        return new DateFormat(arguments, picture, universal ? time.withOffsetSameInstant(ZoneOffset.UTC) : time)
                .custom();
    }

    private String custom() {
        int at = how.startsWith("%") && how.length() == 2 ? 1 : 0;
        while (at < how.length()) {
            char c = how.charAt(at);
            if (c == '\\') {
                literal(at + 1 < how.length(), how, at + 1, at + 2);
                at += 2;
            } else if (c == '\'' || c == '"') {
                int end = how.indexOf(c, at + 1);
                literal(end > 0, how, at + 1, end);
                at = end + 1;
            } else {
                int end = at + 1;
                while (end < how.length() && how.charAt(end) == c) {
                    end++;
                }
                part(c, end - at);
                at = end;
            }
        }
        return made.toString();
    }

    private void literal(boolean complete, String text, int start, int end) {
        if (!complete) {
            throw arguments.fault("the date format '" + how + "' is not valid");
        }
        made.append(text, start, end);
    }

    private void part(char c, int count) {
        switch (c) {
            case 'd' -> day(count);
            case 'M' -> month(count);
            case 'y' -> year(count);
            case 'H' -> number(time.getHour(), Math.min(2, count));
            case 'h' -> number((time.getHour() + 11) % 12 + 1, Math.min(2, count));
            case 'm' -> number(time.getMinute(), Math.min(2, count));
            case 's' -> number(time.getSecond(), Math.min(2, count));
            case 'f' -> made.append(fraction(count));
            case 'F' -> trimmedFraction(count);
            case 't' -> made.append(time.getHour() < 12 ? "AM" : "PM", 0, Math.min(2, count));
            case 'K' -> made.append(zone().repeat(count));
            case 'z' -> offset(count);
            case 'g' -> made.append("A.D.");
            default -> made.append(String.valueOf(c).repeat(count));
        }
    }

    private String zone() {
        return time.getOffset().equals(ZoneOffset.UTC) ? "Z" : time.getOffset().getId();
    }

    private void day(int count) {
        String name = DAYS.get(time.getDayOfWeek().getValue() - 1);
        if (count < 3) {
            number(time.getDayOfMonth(), count);
        } else {
            made.append(count == 3 ? name.substring(0, 3) : name);
        }
    }

    private void month(int count) {
        String name = MONTHS.get(time.getMonthValue() - 1);
        if (count < 3) {
            number(time.getMonthValue(), count);
        } else {
            made.append(count == 3 ? name.substring(0, 3) : name);
        }
    }

    private void year(int count) {
        if (count < 3) {
            number(time.getYear() % 100, count);
        } else {
            number(time.getYear(), count);
        }
    }

    private void number(int value, int digits) {
        made.append(String.format(Locale.ROOT, "%0" + digits + "d", value));
    }

    private String fraction(int count) {
        if (count > 7) {
            throw arguments.fault("the date format '" + how + "' is not valid");
        }
        return String.format(Locale.ROOT, "%09d", time.getNano()).substring(0, count);
    }

    /// Without the zeros at the end, and without the point before it if nothing is left.
    private void trimmedFraction(int count) {
        String digits = fraction(count).replaceAll("0+$", "");
        if (digits.isEmpty() && !made.isEmpty() && made.charAt(made.length() - 1) == '.') {
            made.setLength(made.length() - 1);
        }
        made.append(digits);
    }

    private void offset(int count) {
        int minutes = time.getOffset().getTotalSeconds() / 60;
        int hours = Math.abs(minutes) / 60;
        made.append(minutes < 0 ? '-' : '+');
        number(hours, Math.min(2, count));
        if (count > 2) {
            made.append(':');
            number(Math.abs(minutes) % 60, 2);
        }
    }
}
