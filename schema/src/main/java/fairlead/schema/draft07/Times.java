package fairlead.schema.draft07;

import java.time.DateTimeException;
import java.time.LocalDate;

/// Dates and times of RFC 3339. They have exact places, so no pattern is needed.
final class Times {

    private static final int LAST_MINUTE = 24 * 60 - 1;

    private Times() {}

    /// `2026-11-21T13:37:00[.123](Z|+01:00)`.
    static boolean isDateTime(String text) {
        return text.length() >= 20
                && (text.charAt(10) == 'T' || text.charAt(10) == 't')
                && isDate(text.substring(0, 10))
                && isTime(text.substring(11));
    }

    /// `2026-11-21`.
    static boolean isDate(String text) {
        if (text.length() != 10 || !shaped(text, "0000-00-00")) {
            return false;
        }
        try {
            return LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)) != null;
        } catch (DateTimeException offTheCalendar) {
            return false;
        }
    }

    /// `13:37:00[.123](Z|+01:00)`.
    static boolean isTime(String text) {
        if (text.length() < 9 || !shaped(text, "00:00:00")) {
            return false;
        }
        int at = 8;
        if (text.charAt(at) == '.') {
            at++;
            while (at < text.length() && digit(text.charAt(at))) {
                at++;
            }
            if (at == 9) {
                return false;
            }
        }
        String offset = text.substring(at);
        return number(text, 0, 2) <= 23
                && number(text, 3, 5) <= 59
                && number(text, 6, 8) <= 60
                && isOffset(offset)
                && (number(text, 6, 8) < 60 || minuteOfDay(text, offset) == LAST_MINUTE);
    }

    /// A minute has a sixtieth second only at the end of a day in UTC.
    private static int minuteOfDay(String time, String offset) {
        int minute = number(time, 0, 2) * 60 + number(time, 3, 5);
        int ahead = offset.length() == 1 ? 0 : number(offset, 1, 3) * 60 + number(offset, 4, 6);
        return Math.floorMod(offset.startsWith("-") ? minute + ahead : minute - ahead, LAST_MINUTE + 1);
    }

    private static boolean isOffset(String text) {
        return text.equalsIgnoreCase("Z")
                || (text.length() == 6
                        && (shaped(text, "+00:00") || shaped(text, "-00:00"))
                        && number(text, 1, 3) <= 23
                        && number(text, 4, 6) <= 59);
    }

    /// A `0` in the form stands for a digit, all else for itself.
    private static boolean shaped(String text, String form) {
        for (int i = 0; i < form.length(); i++) {
            char wanted = form.charAt(i);
            char found = text.charAt(i);
            if (wanted == '0' ? !digit(found) : wanted != found) {
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
