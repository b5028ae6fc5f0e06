package fairlead.armtemplate.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// Numbers by a picture: `0` and `#` stand for digits, `.` for the point, `,` for groups, `%` and `‰`
/// multiply, `;` parts the pictures of positive numbers, negative ones and zero.
final class CustomNumber {

    private final StringBuilder prefix = new StringBuilder();
    private final StringBuilder whole = new StringBuilder();
    private final StringBuilder fraction = new StringBuilder();
    private final StringBuilder suffix = new StringBuilder();
    private boolean point;
    private boolean grouped;
    private int shift;
    private int commas;

    private CustomNumber() {}

    static String format(BigDecimal value, String how) {
        List<String> sections = sections(how);
        boolean negative = value.signum() < 0;
        if (value.signum() == 0 && sections.size() > 2) {
            return new CustomNumber().shown(value, sections.get(2));
        }
        if (negative && sections.size() > 1 && !sections.get(1).isEmpty()) {
            return new CustomNumber().shown(value.abs(), sections.get(1));
        }
        String shown = new CustomNumber().shown(value.abs(), sections.getFirst());
        boolean zero = shown.chars().noneMatch(c -> c >= '1' && c <= '9');
        return negative && !zero ? "-" + shown : shown;
    }

    private static List<String> sections(String how) {
        List<String> sections = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < how.length(); i++) {
            char c = how.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '\'' || c == '"') {
                int end = how.indexOf(c, i + 1);
                i = end < 0 ? how.length() : end;
            } else if (c == ';') {
                sections.add(how.substring(start, i));
                start = i + 1;
            }
        }
        sections.add(how.substring(Math.min(start, how.length())));
        return sections;
    }

    private String shown(BigDecimal value, String picture) {
        read(picture);
        BigDecimal size = value.movePointRight(shift - 3 * commas).setScale(fraction.length(), RoundingMode.HALF_UP);
        String plain = size.toPlainString();
        int dot = plain.indexOf('.');
        String digits = dot < 0 ? plain : plain.substring(0, dot);
        String behind = dot < 0 ? "" : plain.substring(dot + 1);
        int least = whole.indexOf("0") < 0 ? 0 : whole.length() - whole.indexOf("0");
        if (digits.equals("0") && least == 0) {
            digits = "";
        }
        digits = "0".repeat(Math.max(0, least - digits.length())) + digits;
        int kept = fraction.lastIndexOf("0") + 1;
        int end = behind.length();
        while (end > kept && behind.charAt(end - 1) == '0') {
            end--;
        }
        behind = behind.substring(0, end);
        StringBuilder made = new StringBuilder(digits);
        if (grouped) {
            for (int i = digits.length() - 3; i > 0; i -= 3) {
                made.insert(i, ',');
            }
        }
        return prefix.toString() + made + (behind.isEmpty() ? "" : "." + behind) + suffix;
    }

    private void read(String picture) {
        int pending = 0;
        for (int i = 0; i < picture.length(); i++) {
            char c = picture.charAt(i);
            switch (c) {
                case '0', '#' -> {
                    grouped |= pending > 0 && !point;
                    pending = 0;
                    (point ? fraction : whole).append(c);
                }
                case '.' -> {
                    commas += pending;
                    pending = 0;
                    point = true;
                }
                case ',' -> pending += whole.isEmpty() || point ? 0 : 1;
                case '%' -> literal("%", 2);
                case '\u2030' -> literal("\u2030", 3);
                case '\\' -> {
                    i++;
                    literal(i < picture.length() ? picture.substring(i, i + 1) : "", 0);
                }
                case '\'', '"' -> {
                    int end = picture.indexOf(c, i + 1);
                    int stop = end < 0 ? picture.length() : end;
                    literal(picture.substring(i + 1, stop), 0);
                    i = stop;
                }
                default -> literal(String.valueOf(c), 0);
            }
        }
        commas += pending;
    }

    private void literal(String text, int places) {
        shift += places;
        (whole.isEmpty() && fraction.isEmpty() && !point ? prefix : suffix).append(text);
    }
}
