package fairlead.schema.draft07;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;

/// The formats that are looked at. The others say something to people only.
enum Format {
    DATE_TIME("a date and time as in 2026-11-21T13:37:00Z (RFC 3339)") {
        @Override
        boolean matches(String text) {
            return isDateTime(text);
        }
    },
    URI("an absolute URI (RFC 3986)") {
        @Override
        boolean matches(String text) {
            try {
                return new URI(text).isAbsolute();
            } catch (URISyntaxException e) {
                return false;
            }
        }
    };

    private static final int LAST_MINUTE = 24 * 60 - 1;

    private final String expected;

    Format(String expected) {
        this.expected = expected;
    }

    String expected() {
        return expected;
    }

    abstract boolean matches(String text);

    static Optional<Format> parse(String name) {
        return switch (name) {
            case "date-time" -> Optional.of(DATE_TIME);
            case "uri" -> Optional.of(URI);
            default -> Optional.empty();
        };
    }

    /// `2026-11-21T13:37:00[.123](Z|+01:00)`: exact places, so no pattern is needed.
    private static boolean isDateTime(String text) {
        if (text.length() < 20 || !shaped(text, "0000-00-00T00:00:00")) {
            return false;
        }
        int at = 19;
        if (text.charAt(at) == '.') {
            at++;
            int from = at;
            while (at < text.length() && digit(text.charAt(at))) {
                at++;
            }
            if (at == from) {
                return false;
            }
        }
        String offset = text.substring(at);
        return onCalendar(text)
                && isOffset(offset)
                && (number(text, 17, 19) < 60 || minuteOfDay(text, offset) == LAST_MINUTE);
    }

    /// A minute has a sixtieth second only at the end of a day in UTC.
    private static int minuteOfDay(String text, String offset) {
        int minute = number(text, 11, 13) * 60 + number(text, 14, 16);
        int ahead = offset.length() == 1 ? 0 : number(offset, 1, 3) * 60 + number(offset, 4, 6);
        return Math.floorMod(offset.startsWith("-") ? minute + ahead : minute - ahead, LAST_MINUTE + 1);
    }

    private static boolean onCalendar(String text) {
        try {
            LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
        } catch (DateTimeException e) {
            return false;
        }
        return number(text, 11, 13) <= 23 && number(text, 14, 16) <= 59 && number(text, 17, 19) <= 60;
    }

    private static boolean isOffset(String text) {
        return text.equalsIgnoreCase("Z")
                || (text.length() == 6
                        && (shaped(text, "+00:00") || shaped(text, "-00:00"))
                        && number(text, 1, 3) <= 23
                        && number(text, 4, 6) <= 59);
    }

    /// A `0` in the form stands for a digit, a letter for itself in either case, all else for itself.
    private static boolean shaped(String text, String form) {
        for (int i = 0; i < form.length(); i++) {
            char wanted = form.charAt(i);
            char found = text.charAt(i);
            boolean fits = wanted == '0' ? digit(found) : wanted == found || (wanted == 'T' && found == 't');
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }
}
